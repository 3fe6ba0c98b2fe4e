import AttachmentDialog from '@baraza/app/media/attachment-dialog';
import AudioAttachment from '@baraza/app/media/audio-attachment';
import { attachmentIcons, useSteadySource } from '@baraza/app';
import type { Attachment } from '@baraza/contract';
import { Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';

/** Shows attachments: photos, videos and PDFs open large, a recording plays in place. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  const [open, setOpen] = useState<number | null>(null);
  const pictures = attachments.filter((attachment) => attachment.kind !== 'audio');
  const recordings = attachments.filter((attachment) => attachment.kind === 'audio');
  return (
    <>
      {pictures.length > 0 && (
        <ul className="flex flex-wrap gap-2 print:hidden">
          {pictures.map((attachment, index) => (
            <li key={attachment.id}>
              <Thumb attachment={attachment} place={index + 1} of={pictures.length} onOpen={() => setOpen(index)} />
            </li>
          ))}
        </ul>
      )}
      {recordings.map((recording) => (
        <div key={recording.id} className="print:hidden">
          <AudioAttachment file={recording} />
        </div>
      ))}
      {open !== null && <AttachmentDialog files={pictures} start={open} onClose={() => setOpen(null)} />}
    </>
  );
}

type ThumbProps = { attachment: Attachment; place: number; of: number; onOpen: () => void };

function Thumb({ attachment, place, of, onOpen }: ThumbProps) {
  const { src, failed, onError } = useSteadySource(attachment.previewPath ?? attachment.filePath);
  const name = attachment.fileName;
  const isPicture = attachment.kind === 'image' || attachment.previewPath !== undefined;
  const labels: Partial<Record<Attachment['kind'], string>> = {
    image: t`Open photo ${place} of ${of}: ${name}`,
    video: t`Open video ${place} of ${of}: ${name}`,
    document: t`Open PDF ${place} of ${of}: ${name}`,
  };
  return (
    <button
      type="button"
      className="grid h-16 w-22 place-items-center overflow-hidden rounded-1 border border-line bg-sunken p-0 text-ink-2"
      aria-haspopup="dialog"
      aria-label={labels[attachment.kind]}
      onClick={onOpen}
    >
      {isPicture && !failed ? (
        <img src={src} alt="" loading="lazy" className="size-full object-cover object-top" onError={onError} />
      ) : (
        <Icon name={attachmentIcons[attachment.kind]} />
      )}
    </button>
  );
}
