import { useTheme } from '@baraza/app';
import type { Point } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { useWidth } from '@baraza/ui/lib/use-width';
import { t } from '@lingui/core/macro';
import { getZoom } from 'protomaps-leaflet';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { openMap, type OpenMap, type Sight } from './open-map.ts';

interface MapFieldProps {
  point: Point | null;
  /** Receives the point, with the imprecision of a tap as its accuracy. */
  onChoose: (point: Point) => void;
  onFail: () => void;
}

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Pixels that an arrow key moves the map; a tap is taken to be exact within half of it. */
const step = 32;
const metresOfPixel = 156_543;
/** Pixels a pointer may move before a tap becomes a drag. */
const tap = 8;

/** Field for choosing a point on the operator's map. A tap, or moving the map under its centre mark, chooses. */
export default function MapField({ point, onChoose, onFail }: MapFieldProps): ReactNode {
  const [map, setMap] = useState<OpenMap>();
  const [sight, setSight] = useState<Sight>();
  const [isTorn, setTorn] = useState(false);
  const [pull, setPull] = useState({ x: 0, y: 0 });
  const { dark } = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const start = useRef<{ x: number; y: number }>(undefined);
  const hintId = useId();
  const { lat, lon } = point ?? {};

  useEffect(() => {
    let isGone = false;
    const open = async () => {
      const opened = await openMap().catch(() => undefined);
      if (isGone) return;
      if (!opened) return onFail();
      const whole = Math.floor(getZoom(opened.width, canvas.current!.clientWidth));
      const zoom = Math.min(Math.max(point ? 15 : whole, opened.least), opened.most);
      setSight({ ...opened.beside({ ...(point ?? opened.middle), zoom }, 0, 0), zoom });
      setMap(opened);
    };
    void open();
    return () => {
      isGone = true;
    };
    // Only once: later views are the person's own choice.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    if (!map || !sight || width === 0) return;
    let isOld = false;
    const pin = lat === undefined || lon === undefined ? null : { lat, lon };
    const paint = async () => {
      const painted = await map.paint(canvas.current!, sight, { dark, pin });
      if (isOld) return;
      painted.show();
      setPull({ x: 0, y: 0 });
      setTorn(painted.isTorn);
    };
    void paint();
    return () => {
      isOld = true;
    };
  }, [map, sight, width, dark, lat, lon]);

  const move = (x: number, y: number) => {
    if (map && sight) setSight({ ...map.beside(sight, x, y), zoom: sight.zoom });
  };
  const zoomBy = (by: number) => {
    if (map && sight) setSight({ ...sight, zoom: Math.min(Math.max(sight.zoom + by, map.least), map.most) });
  };
  const choose = ({ lat, lon, zoom }: Sight) => {
    const metres = (metresOfPixel * Math.cos((lat * Math.PI) / 180)) / 2 ** zoom;
    onChoose({ lat, lon, accuracy: Math.ceil((metres * step) / 2) });
  };
  const press = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow) move(arrow[0] * step, arrow[1] * step);
    else if (event.key === '+' || event.key === '=') zoomBy(1);
    else if (event.key === '-') zoomBy(-1);
    else if (event.key === 'Enter' && sight) choose(sight);
    else return;
    event.preventDefault();
  };
  const pulled = (event: PointerEvent) => ({
    x: event.clientX - (start.current?.x ?? event.clientX),
    y: event.clientY - (start.current?.y ?? event.clientY),
  });
  const release = (event: PointerEvent) => {
    const { x, y } = pulled(event);
    const isTap = start.current && Math.hypot(x, y) < tap;
    start.current = undefined;
    if (!isTap) return move(-x, -y);
    const box = event.currentTarget.getBoundingClientRect();
    const [right, down] = [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
    if (!map || !sight) return;
    const next = { ...map.beside(sight, right, down), zoom: sight.zoom };
    setSight(next);
    choose(next);
  };

  const middle = sight && `\u2066${sight.lat.toFixed(4)}, ${sight.lon.toFixed(4)}\u2069`;
  return (
    <div className="grid gap-2">
      <p id={hintId} className="text-md text-ink-2">
        {t`Tap the place. Or move the map with the arrow keys, zoom with plus and minus until the place is in the middle, and press Enter.`}
      </p>
      <div
        role="application"
        // The arrow keys move the map.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t`Map`}
        aria-describedby={hintId}
        onKeyDown={press}
        className="overflow-hidden rounded-1 border border-line-strong bg-sunken"
      >
        <canvas
          ref={canvas}
          aria-hidden="true"
          className="block w-full"
          style={{
            blockSize: '20rem',
            touchAction: 'none',
            cursor: 'crosshair',
            transform: `translate(${pull.x}px, ${pull.y}px)`,
          }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            start.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={(event) => start.current && setPull(pulled(event))}
          onPointerUp={release}
          onPointerCancel={() => {
            start.current = undefined;
            setPull({ x: 0, y: 0 });
          }}
        />
      </div>
      <p role="status">
        {middle && t`Middle of the map: ${middle}.`}
        {isTorn && ` ${t`A part of the map could not be loaded.`}`}
      </p>
      {map?.credit && <p className="text-sm text-ink-2">{map.credit}</p>}
      <div className="button-row">
        <Button disabled={!sight} onClick={() => sight && choose(sight)}>
          {t`Put the pin in the middle`}
        </Button>
        <Button icon="plus" disabled={!sight || sight.zoom >= map!.most} onClick={() => zoomBy(1)}>
          {t`Closer`}
        </Button>
        <Button icon="minus" disabled={!sight || sight.zoom <= map!.least} onClick={() => zoomBy(-1)}>
          {t`Further away`}
        </Button>
      </div>
    </div>
  );
}
