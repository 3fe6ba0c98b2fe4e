import { fileMessage, message } from '@baraza/contract';
import { Button, cx, Icon, ProgressBar } from '@baraza/ui';
import { mediaIcon } from '@baraza/ui/lib/media-rules';
import type { MediaItem } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { formatSize } from '../format/format.ts';
import { say } from '../language/texts.ts';

/** What a picker takes: photos only, or photos, videos and PDFs. */
export type Taken = 'media' | 'image';

/** Returns why a file is refused. */
export function refusalText({ refusal = 'kind' }: MediaItem, kind: Taken): string {
  if (refusal === 'size') return say(message.mediaTooLarge);
  if (refusal === 'kind') return say(kind === 'image' ? message.photoType : message.mediaType);
  return say(fileMessage[refusal]);
}

type MediaRowProps = {
  item: MediaItem;
  kind: Taken;
  onRemove?: () => void;
};

/** Shows a chosen file: thumbnail, name, state, and its button; a tile unless something is wrong with it. */
export function MediaRow({ item, kind, onRemove }: MediaRowProps): ReactNode {
  const isRefused = item.status === 'refused';
  const isTile = !isRefused && item.status !== 'failed';
  return (
    <li
      className={cx(
        'grid rounded-1 border',
        isTile
          ? 'grid-cols-[minmax(0,1fr)] content-start gap-1 border-line p-2'
          : 'col-span-full grid-cols-[min(3rem,48px)_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1 border-danger bg-danger-soft px-3 py-2.5 m:grid-cols-[min(3rem,48px)_minmax(0,1fr)_auto]',
      )}
      data-status={item.status}
    >
      <Thumb item={item} isTile={isTile} />
      <span className={cx('text-md leading-snug font-semibold wrap-anywhere', isTile && 'line-clamp-1')}>
        <bdi>{item.name}</bdi>
      </span>
      <span
        className={cx(
          'flex flex-wrap items-center gap-x-2.5 text-sm text-ink-2 tabular-nums',
          !isTile && 'col-start-2',
        )}
      >
        <State item={item} kind={kind} />
      </span>
      <span
        className={cx(
          'flex flex-wrap gap-1 empty:hidden',
          !isTile && 'col-start-2 m:col-start-3 m:row-span-2 m:row-start-1 m:justify-end',
        )}
      >
        {onRemove && (
          <Button size="s" variant={isRefused ? 'quiet' : 'danger-quiet'} onClick={onRemove} className="min-h-11">
            {isRefused ? t`Dismiss` : t`Remove`}
            <span className="sr-only"> {item.name}</span>
          </Button>
        )}
      </span>
      {item.status === 'shrinking' && (
        <ProgressBar label={`${item.name}: ${t`Making it smaller…`}`} className="col-span-full" />
      )}
    </li>
  );
}

function Thumb({ item, isTile }: { item: MediaItem; isTile: boolean }): ReactNode {
  // A picture that the browser cannot read (HEIC) is replaced by an icon.
  const [unreadable, setUnreadable] = useState(false);
  return (
    <span
      className={cx(
        'grid place-items-center overflow-hidden rounded-[0.25rem] bg-sunken text-ink-2',
        isTile ? 'h-18' : 'row-span-2 size-[min(3rem,48px)] self-start',
      )}
    >
      {item.thumb && !unreadable ? (
        <img src={item.thumb} alt="" className="size-full object-cover" onError={() => setUnreadable(true)} />
      ) : (
        <Icon name={mediaIcon(item.kind)} />
      )}
    </span>
  );
}

function State({ item, kind }: Pick<MediaRowProps, 'item' | 'kind'>): ReactNode {
  const size = formatSize(item.size);
  switch (item.status) {
    case 'shrinking':
      return t`Making it smaller…`;
    case 'ready':
      return (
        <>
          <Good>{t`Ready`}</Good>
          <span>{item.size < item.originalSize * 0.9 ? reducedText(formatSize(item.originalSize), size) : size}</span>
        </>
      );
    case 'failed':
      return <Bad>{item.reason}</Bad>;
    case 'refused':
      return (
        <Bad>
          {refusalText(item, kind)}
          {item.refusal === 'size' && <span className="font-normal"> {t`This one is ${size}.`}</span>}
        </Bad>
      );
  }
}

const reducedText = (before: string, after: string) => t`Reduced from ${before} to ${after} to save your data`;

function Good({ children }: { children: ReactNode }): ReactNode {
  return (
    <span className="inline-flex items-center gap-1 font-semibold text-resolved-ink">
      <Icon name="check" size="s" />
      {children}
    </span>
  );
}

function Bad({ children }: { children: ReactNode }): ReactNode {
  return (
    <span role="alert" className="inline-flex items-start gap-1.5 font-semibold text-danger-ink">
      <Icon name="warning" size="s" className="mt-0.5" />
      <span>{children}</span>
    </span>
  );
}
