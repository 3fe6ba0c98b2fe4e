import type { Attachment } from '@baraza/contract';
import { Button, Dialog, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState, useLayoutEffect, useRef, type PointerEvent } from 'react';
import { DownloadLink } from './download-link.tsx';
import { formatSize } from '../format.ts';
import { useSteadySource } from '../use-steady-source.ts';

interface AttachmentDialogProps {
  files: readonly Attachment[];
  start: number;
  onClose: () => void;
}

/** Looks at pictures and videos one by one; arrow keys turn, Esc closes. */
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
  const { src, failed, onError } = useSteadySource(file.filePath);
  const box = 'mx-auto max-h-[60dvh] max-w-full rounded-1 bg-sunken object-contain';
  if (failed) {
    return (
      <p role="alert" className="grid min-h-40 place-items-center rounded-1 bg-sunken p-5 text-center text-ink-2">
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

const largest = 5;

/** A picture to look into: enlarged by buttons, by + and - or a double click; moved by scrolling, arrow keys or dragging. */
function ZoomPicture({ src, name, onError }: { src: string; name: string; onError: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  /** How wide the picture is when all of it shows, in px. */
  const [fullWidth, setFullWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const before = useRef(1);

  const change = (to: number) => {
    if (zoom === 1) setFullWidth(box.current?.querySelector('img')?.clientWidth ?? 0);
    setZoom(Math.min(largest, Math.max(1, to)));
  };
  // What was in the middle stays there.
  useLayoutEffect(() => {
    const by = zoom / before.current;
    before.current = zoom;
    const view = box.current!;
    view.scrollLeft = (view.scrollLeft + view.clientWidth / 2) * by - view.clientWidth / 2;
    view.scrollTop = (view.scrollTop + view.clientHeight / 2) * by - view.clientHeight / 2;
  }, [zoom]);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const to = { '+': zoom + 1, '=': zoom + 1, '-': zoom - 1, '0': 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    change(to);
    box.current?.focus();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  // A finger scrolls by itself.
  const onDrag = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.buttons === 1) box.current?.scrollBy(-event.movementX, -event.movementY);
  };

  const isZoomed = zoom > 1;
  return (
    <div className="relative">
      <div
        ref={box}
        role="group"
        aria-label={name}
        // What is larger than its box is scrolled by arrow keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isZoomed ? 0 : -1}
        data-zoomed={isZoomed ? '' : undefined}
        onPointerMove={onDrag}
        onDoubleClick={() => change(isZoomed ? 1 : 2)}
        className="max-h-[60dvh] overflow-auto rounded-1 bg-sunken"
      >
        <img
          src={src}
          alt={name}
          draggable={false}
          onError={onError}
          style={isZoomed ? { inlineSize: fullWidth * zoom, maxInlineSize: 'none' } : undefined}
          className={isZoomed ? 'mx-auto' : 'mx-auto max-h-[60dvh] max-w-full object-contain'}
        />
      </div>
      <div className="absolute end-2 bottom-2 flex rounded-1 bg-raised shadow-1">
        <IconButton icon="minus" label={t`Make it smaller`} disabled={!isZoomed} onClick={() => change(zoom - 1)} />
        <IconButton
          icon="plus"
          label={t`Make it larger`}
          disabled={zoom === largest}
          onClick={() => change(zoom + 1)}
        />
      </div>
    </div>
  );
}
