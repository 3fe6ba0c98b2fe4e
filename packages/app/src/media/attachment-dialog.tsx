import type { Attachment } from '@baraza/contract';
import { Button, cx, Dialog, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { DownloadLink } from './download-link.tsx';
import { formatSize } from '../format/format.ts';
import { useSteadySource } from './use-steady-source.ts';

interface AttachmentDialogProps {
  files: readonly Attachment[];
  start: number;
  onClose: () => void;
}

/** Shows pictures, videos and PDFs one by one; arrow keys turn, Esc closes. */
export default function AttachmentDialog({ files, start, onClose }: AttachmentDialogProps) {
  const [index, setIndex] = useState(start);
  const file = files[index];
  const turn = (step: number) => setIndex((index + step + files.length) % files.length);
  const name = t`Attachment ${index + 1} of ${files.length}`;

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A video and an enlarged picture have their own use for the arrow keys.
    if ((event.target as Element).matches('video, [data-zoomed]') || files.length < 2) return;
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    turn(event.key === (document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight') ? 1 : -1);
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (!file) return null;

  return (
    <Dialog
      size="l"
      onClose={onClose}
      title={<span aria-live="polite">{name}</span>}
      closeLabel={t`Close`}
      footer={
        <>
          <DownloadLink file={file} />
          {files.length > 1 && (
            <>
              <Button onClick={() => turn(-1)}>{t`Previous`}</Button>
              <Button onClick={() => turn(1)}>{t`Next`}</Button>
            </>
          )}
        </>
      }
    >
      <div className="grid gap-2">
        <Shown key={file.id} file={file} name={name} />
        <p className="text-md text-ink-2">
          <bdi>{file.fileName}</bdi> · {formatSize(file.size)}
        </p>
      </div>
    </Dialog>
  );
}

function Shown({ file, name }: { file: Attachment; name: string }) {
  const { src, failed, onError } = useSteadySource(file.previewPath ?? file.filePath);
  const box = 'mx-auto max-h-[60dvh] max-w-full rounded-1 bg-sunken object-contain';
  if (failed || (file.kind === 'document' && !file.previewPath)) {
    return (
      <p
        role={failed ? 'alert' : undefined}
        className="grid min-h-40 place-items-center rounded-1 bg-sunken p-5 text-center text-ink-2"
      >
        {failed ? t`This file cannot be shown here. You can download it.` : t`Download this PDF to read it.`}
      </p>
    );
  }
  if (file.kind === 'video') {
    // Citizens send videos as they are, without captions.
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video src={src} controls preload="metadata" playsInline aria-label={name} onError={onError} className={box} />
    );
  }
  return (
    <>
      <ZoomPicture src={src} name={name} onError={onError} />
      {file.kind === 'document' && <p>{t`This is the first page. Download the PDF to read it all.`}</p>}
    </>
  );
}

/** A picture that can be enlarged, and then scrolled with the arrow keys. */
function ZoomPicture({ src, name, onError }: { src: string; name: string; onError: () => void }) {
  const [isShrunk, setIsShrunk] = useState(false);
  const [isZoomed, setIsZoomed] = useState(false);
  const toggle = () => setIsZoomed(!isZoomed);
  return (
    <div className="relative">
      <div
        role="group"
        aria-label={name}
        // Arrow keys scroll a picture that is larger than its box.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isZoomed ? 0 : -1}
        data-zoomed={isZoomed ? '' : undefined}
        onDoubleClick={isShrunk ? toggle : undefined}
        className="max-h-[60dvh] overflow-auto rounded-1 bg-sunken"
      >
        <img
          src={src}
          alt={name}
          onLoad={({ currentTarget: image }) => setIsShrunk(image.naturalWidth > image.clientWidth)}
          onError={onError}
          className={cx('mx-auto', isZoomed ? 'max-w-none' : 'max-h-[60dvh] max-w-full object-contain')}
        />
      </div>
      {isShrunk && (
        <div className="absolute end-2 bottom-2 rounded-1 bg-raised shadow-1">
          <IconButton
            icon={isZoomed ? 'minus' : 'plus'}
            label={isZoomed ? t`Make it smaller` : t`Make it larger`}
            onClick={toggle}
          />
        </div>
      )}
    </div>
  );
}
