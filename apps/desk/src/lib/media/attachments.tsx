import type { Attachment } from '@baraza/contract';
import { AudioPlayer } from '@baraza/ui/audio-player';
import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import { useState, useEffect, useRef } from 'react';
import { useStablePath } from './use-stable-path.ts';
import { Button, buttonClass } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';

/** Shows the attachments: pictures and videos open large, a recording plays in place. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
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

function Thumb({ attachment, place, of, onOpen }: ThumbProps) {
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

function Recording({ attachment }: { attachment: Attachment }) {
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

type AttachmentViewerProps = {
  attachments: readonly Attachment[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

/** Shows one picture or video at a time, large; arrow keys turn to the next. */
function AttachmentViewer({ attachments, at, onMove, onClose }: AttachmentViewerProps) {
  const attachment = attachments[at];
  const [place, of] = [at + 1, attachments.length];
  const move = (step: number) => attachments[at + step] && onMove(at + step);
  useArrowKeys(move);
  if (!attachment) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="l"
      title={t`Attachment ${place} of ${of}`}
      closeLabel={t`Close`}
      footer={
        <>
          <a
            href={attachment.filePath}
            download={attachment.fileName}
            className={buttonClass({ className: 'me-auto max-m:basis-full' })}
          >
            <Icon name="download" />
            {t`Download file`}
          </a>
          {of > 1 && (
            <>
              <Button disabled={at === 0} onClick={() => move(-1)}>
                {t`Previous`}
              </Button>
              <Button disabled={place === of} onClick={() => move(1)}>
                {t`Next`}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className="grid justify-items-center gap-2">
        <Large key={attachment.id} attachment={attachment} alt={t`Attachment ${place} of ${of}`} />
        <p className="text-sm break-all text-ink-2">
          <bdi>{attachment.fileName}</bdi>
        </p>
      </div>
    </Dialog>
  );
}

/** Turns pages by arrow keys, except while they move through a video. */
function useArrowKeys(move: (step: number) => void): void {
  const latest = useRef(move);
  useEffect(() => {
    latest.current = move;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLVideoElement) return;
      const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') latest.current(event.key === forward ? 1 : -1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Large({ attachment, alt }: { attachment: Attachment; alt: string }) {
  const { src, failed, onError } = useStablePath(attachment.filePath);
  if (failed) {
    return (
      <p role="alert" className="py-8 font-semibold text-danger-ink">
        {t`This file cannot be shown here. You can download it.`}
      </p>
    );
  }
  const className = 'max-h-[60dvh] max-w-full rounded-1 bg-sunken';
  if (attachment.kind === 'image') return <img src={src} alt={alt} className={className} onError={onError} />;
  // Citizens film what they see: there are no captions to give.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video src={src} controls aria-label={alt} className={className} onError={onError} />;
}
