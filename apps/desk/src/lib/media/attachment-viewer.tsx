import type { Attachment } from '@baraza/contract';
import { Button, buttonClass } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import { useEffect, useRef, type ReactNode } from 'react';
import { useStablePath } from './use-stable-path.ts';

type AttachmentViewerProps = {
  attachments: readonly Attachment[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
};

/** Shows one picture or video at a time, large; arrow keys turn to the next. */
export function AttachmentViewer({ attachments, at, onMove, onClose }: AttachmentViewerProps): ReactNode {
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

function Large({ attachment, alt }: { attachment: Attachment; alt: string }): ReactNode {
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
