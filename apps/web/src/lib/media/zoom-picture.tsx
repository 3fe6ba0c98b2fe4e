import { IconButton } from '@baraza/ui/icon-button';
import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';

const largest = 5;

interface ZoomPictureProps {
  src: string;
  name: string;
  onError: () => void;
}

/** A picture to look into: enlarged by buttons, by + and - or a double click; moved by scrolling, arrow keys or dragging. */
export function ZoomPicture({ src, name, onError }: ZoomPictureProps): ReactNode {
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
