import type { Attachment } from '@baraza/contract';
import { AudioPlayer } from '@baraza/ui/audio-player';
import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { AttachmentViewer } from './attachment-viewer.tsx';
import { useStablePath } from './use-stable-path.ts';

/** Shows the attachments: pictures and videos open large, a recording plays in place. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }): ReactNode {
  const [open, setOpen] = useState<number | null>(null);
  const seen = attachments.filter((attachment) => attachment.kind !== 'audio');
  return (
    <>
      {seen.length > 0 && (
        <ul className="flex flex-wrap gap-2 print:hidden">
          {seen.map((attachment, index) => (
            <li key={attachment.id}>
              <Thumb attachment={attachment} place={index + 1} of={seen.length} onOpen={() => setOpen(index)} />
            </li>
          ))}
        </ul>
      )}
      {attachments
        .filter((attachment) => attachment.kind === 'audio')
        .map((recording) => (
          <Recording key={recording.id} attachment={recording} />
        ))}
      <ul className="print-only">
        {attachments.map((attachment) => (
          <li key={attachment.id}>
            {t`Attachment:`} <bdi>{attachment.fileName}</bdi>
          </li>
        ))}
      </ul>
      {open !== null && (
        <AttachmentViewer attachments={seen} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

type ThumbProps = { attachment: Attachment; place: number; of: number; onOpen: () => void };

function Thumb({ attachment, place, of, onOpen }: ThumbProps): ReactNode {
  const { src, failed, onError } = useStablePath(attachment.filePath);
  const name = attachment.fileName;
  const isImage = attachment.kind === 'image';
  return (
    <button
      type="button"
      className="grid h-16 w-22 place-items-center overflow-hidden rounded-1 border border-line bg-sunken p-0 text-ink-2"
      aria-haspopup="dialog"
      aria-label={isImage ? t`Open photo ${place} of ${of}: ${name}` : t`Open video ${place} of ${of}: ${name}`}
      onClick={onOpen}
    >
      {isImage && !failed ? (
        <img src={src} alt="" loading="lazy" className="size-full object-cover" onError={onError} />
      ) : (
        <Icon name={isImage ? 'image' : 'play'} />
      )}
    </button>
  );
}

function Recording({ attachment }: { attachment: Attachment }): ReactNode {
  const { src, failed, onError } = useStablePath(attachment.filePath);
  return (
    <div className="max-w-88 print:hidden" onErrorCapture={onError}>
      <AudioPlayer
        src={src}
        texts={{ play: t`Play the recording`, pause: t`Pause the recording`, seek: t`Place in the recording` }}
      />
      {failed && (
        <p role="alert" className="text-sm font-semibold text-danger-ink">
          {t`The recording could not be loaded.`}
        </p>
      )}
    </div>
  );
}
