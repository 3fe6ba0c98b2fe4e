import { formatSize } from '@baraza/app';
import { refusalText } from '@baraza/app/media/media-row';
import { cx, Icon, IconButton, ProgressBar } from '@baraza/ui';
import { ACCEPT_MEDIA, mediaIcon } from '@baraza/ui/lib/media-rules';
import type { MediaFiles, MediaItem } from '@baraza/ui/use-media-files';
import { t } from '@lingui/core/macro';
import { useRef } from 'react';

/** Attaches photos, videos and PDFs to a reply. */
export function ClipButton({ media, disabled }: { media: MediaFiles; disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon="clip"
        label={t`Attach photos, videos or PDF`}
        className="m:size-9"
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      {/* Emptied after each choice, so that a removed file can be chosen again. */}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPT_MEDIA}
        data-testid="reply-files"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          media.add(files);
        }}
      />
    </>
  );
}

interface FileChipsProps {
  readonly media: MediaFiles;
  readonly disabled: boolean;
  readonly isSending: boolean;
}

/** Shows attached files with their state and problems. */
export function FileChips({ media, disabled, isSending }: FileChipsProps) {
  if (media.items.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label={t`Files of this reply`}>
      {media.items.map((item) => (
        <li
          key={item.id}
          data-status={item.status}
          className={cx(
            'inline-flex min-h-9 max-w-full items-center gap-2 rounded-1 border ps-2.5 text-sm',
            isBad(item) ? 'border-danger bg-danger-soft' : 'border-line bg-paper',
          )}
        >
          <Icon name={mediaIcon(item.kind)} size="s" />
          <bdi className="max-w-40 truncate font-medium">{item.name}</bdi>
          <ChipState item={item} isSending={isSending} />
          <IconButton
            icon="close"
            label={t`Remove ${item.name}`}
            className="size-8"
            disabled={disabled}
            onClick={() => media.remove(item.id)}
          />
        </li>
      ))}
    </ul>
  );
}

const isBad = ({ status }: MediaItem) => status === 'failed' || status === 'refused';

function ChipState({ item, isSending }: { item: MediaItem; isSending: boolean }) {
  const { name, status } = item;
  if (isSending && !isBad(item)) return <ProgressBar label={t`Sending ${name}`} className="w-16" />;
  if (status === 'shrinking') return <span className="text-ink-2">{t`Making it smaller…`}</span>;
  if (isBad(item)) return <span role="alert">{status === 'refused' ? refusalText(item, 'media') : item.reason}</span>;
  return <span className="text-ink-2 tabular-nums">{formatSize(item.size)}</span>;
}
