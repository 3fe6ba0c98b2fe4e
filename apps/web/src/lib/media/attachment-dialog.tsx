import type { Attachment } from '@baraza/contract/core/common';
import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { DownloadLink } from './download-link.tsx';
import { formatSize } from '@baraza/app/format';
import { useSteadySource } from './use-steady-source.ts';
import { ZoomPicture } from './zoom-picture.tsx';

interface AttachmentDialogProps {
  files: readonly Attachment[];
  start: number;
  onClose: () => void;
  onRefresh: () => void;
}

/** Looks at pictures and videos one by one; arrow keys turn, Esc closes. */
export default function AttachmentDialog({ files, start, onClose, onRefresh }: AttachmentDialogProps): ReactNode {
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
      open
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
        <Shown key={file.id} file={file} name={name} onRefresh={onRefresh} />
        <p className="text-md text-ink-2">
          <bdi>{file.fileName}</bdi> · {formatSize(file.size)}
        </p>
      </div>
    </Dialog>
  );
}

function Shown({ file, name, onRefresh }: { file: Attachment; name: string; onRefresh: () => void }): ReactNode {
  const { src, failed, onError } = useSteadySource(file.filePath, onRefresh);
  const box = 'mx-auto max-h-[60dvh] max-w-full rounded-1 bg-sunken object-contain';
  if (failed) {
    return (
      <p className="grid min-h-40 place-items-center rounded-1 bg-sunken p-5 text-center text-ink-2">
        {t`This file cannot be shown here. You can download it.`}
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
  return <ZoomPicture src={src} name={name} onError={onError} />;
}
