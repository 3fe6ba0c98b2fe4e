import type { Attachment } from '@baraza/contract';
import { cx, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { isLineGood } from '../browser/line.ts';
import { formatSize } from '../format/format.ts';
import { lazyPart } from '../page/lazy-part.tsx';
import { useSteadySource } from './use-steady-source.ts';

const AttachmentDialog = lazyPart(() => import('./attachment-dialog.tsx'));
const AudioAttachment = lazyPart(() => import('./audio-attachment.tsx'), { waiting: <div className="sheet h-18" /> });

const icons = { image: 'image', video: 'play', audio: 'audio', document: 'complaint' } as const;

interface AttachmentListProps {
  attachments: readonly Attachment[];
  /** Small pictures without names, not printed: for the desk, where a history is read quickly. */
  compact?: boolean;
}

/** Lists attachments: pictures, videos and PDFs open in a viewer, recordings play in place. */
export function AttachmentList({ attachments, compact = false }: AttachmentListProps) {
  const [open, setOpen] = useState<number | null>(null);
  const viewable = attachments.filter((file) => file.kind !== 'audio');
  const recordings = attachments.filter((file) => file.kind === 'audio');
  return (
    <div className={cx('grid gap-3', compact && 'print:hidden')}>
      {viewable.length > 0 && (
        <ul
          className={
            compact ? 'flex flex-wrap gap-2' : 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-3'
          }
        >
          {viewable.map((file, index) => (
            <li key={file.id} className="min-w-24">
              <Thumbnail
                file={file}
                compact={compact}
                label={t`Attachment ${index + 1} of ${viewable.length}`}
                onOpen={() => setOpen(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {recordings.map((file) => (
        <AudioAttachment key={file.id} file={file} />
      ))}
      {open !== null && <AttachmentDialog files={viewable} start={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

type ThumbnailProps = { file: Attachment; compact: boolean; label: string; onOpen: () => void };

function Thumbnail({ file, compact, label, onOpen }: ThumbnailProps) {
  const { src, failed, onError } = useSteadySource(file.previewPath ?? file.filePath);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="sheet grid w-full overflow-clip text-start hover:border-line-strong"
    >
      <span className="relative grid aspect-4/3 place-items-center bg-sunken text-ink-2">
        {(file.kind === 'image' || file.previewPath) && !failed ? (
          <img
            src={src}
            alt=""
            loading="lazy"
            onError={onError}
            className="absolute inset-0 size-full object-cover object-top"
          />
        ) : file.kind === 'video' && !failed && isLineGood() ? (
          <VideoFrame src={src} onError={onError} />
        ) : (
          <Icon name={icons[file.kind]} className="size-8!" />
        )}
      </span>
      <span className={compact ? 'sr-only' : 'grid min-w-0 px-3 py-2 text-sm'}>
        <span className="sr-only">{label}: </span>
        <bdi className="truncate font-medium">{file.fileName}</bdi>
        <span className="text-ink-2">{formatSize(file.size)}</span>
      </span>
    </button>
  );
}

/** An early frame of a video; the browser fetches only its index and that frame. */
function VideoFrame({ src, onError }: { src: string; onError: () => void }) {
  return (
    <>
      <video
        src={`${src}#t=0.1`}
        preload="metadata"
        muted
        playsInline
        aria-hidden="true"
        tabIndex={-1}
        onError={onError}
        className="pointer-events-none absolute inset-0 size-full object-cover"
      />
      <span className="relative grid size-12 place-items-center rounded-full bg-surface text-ink">
        <Icon name="play" />
      </span>
    </>
  );
}
