import { areaName } from '@baraza/app';
import type { Area, AreaOutline, Point } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';

interface Spot {
  readonly x: number;
  readonly y: number;
}

interface OutlineFieldProps {
  outline: AreaOutline;
  areas: readonly Area[];
  /** Receives the point and its area ('' outside all areas). Its accuracy is the imprecision of a tap. */
  onChoose: (place: Point, area: string) => void;
}

const arrows: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Share of the visible width that an arrow key moves; also the precision of a tap. */
const step = 1 / 40;
const metresOfDegree = 111_195;

/** Field for choosing area and point on an outline map, by tap or arrow keys. */
export default function OutlineField({ outline, areas, onChoose }: OutlineFieldProps): ReactNode {
  const { width, height } = outline;
  const [spot, setSpot] = useState<Spot>({ x: width / 2, y: height / 2 });
  const [zoom, setZoom] = useState(1);
  const [chosen, setChosen] = useState<string>();
  const svg = useRef<SVGSVGElement>(null);
  const hintId = useId();
  const seen = { width: width / zoom, height: height / zoom };
  const left = clamp(spot.x - seen.width / 2, width - seen.width);
  const top = clamp(spot.y - seen.height / 2, height - seen.height);
  const unit = Math.max(seen.width, seen.height) * step;

  const choose = (next: Spot) => {
    const area = areaAt(svg.current, next);
    setSpot(next);
    setChosen(area);
    onChoose(placeAt(outline, next, unit), area);
  };
  const tap = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    choose({
      x: left + ((event.clientX - box.left) / box.width) * seen.width,
      y: top + ((event.clientY - box.top) / box.height) * seen.height,
    });
  };
  const move = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (!arrow) return;
    event.preventDefault();
    choose({ x: clamp(spot.x + arrow[0] * unit, width), y: clamp(spot.y + arrow[1] * unit, height) });
  };

  return (
    <div className="grid gap-2">
      <p id={hintId} className="text-md text-ink-2">
        {t`Tap the place, or move the marker with the arrow keys. You can also choose from the lists above.`}
      </p>
      <div
        role="application"
        // The arrow keys move the mark.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t`Outline of the areas`}
        aria-describedby={hintId}
        onKeyDown={move}
        className="rounded-1 border border-line-strong bg-surface"
        style={{ maxInlineSize: '30rem' }}
      >
        <svg
          ref={svg}
          aria-hidden="true"
          viewBox={`${left} ${top} ${seen.width} ${seen.height}`}
          cursor="crosshair"
          className="block w-full"
          onClick={tap}
        >
          {outline.shapes.map(({ code, path }) => (
            <path
              key={code}
              data-code={code}
              d={path}
              fillRule="evenodd"
              vectorEffect="non-scaling-stroke"
              fill="currentColor"
              fillOpacity={code === chosen ? 0.3 : 0.05}
              stroke="currentColor"
            />
          ))}
          <path
            d={`M${spot.x - unit} ${spot.y}h${2 * unit}M${spot.x} ${spot.y - unit}v${2 * unit}`}
            vectorEffect="non-scaling-stroke"
            pointerEvents="none"
            stroke="currentColor"
            strokeWidth={3}
          />
        </svg>
      </div>
      <p role="status">{chosen !== undefined && (areaName(areas, chosen) || t`Outside all areas.`)}</p>
      <div className="flex flex-wrap gap-2">
        <Button icon="plus" disabled={zoom >= 16} onClick={() => setZoom(zoom * 2)}>
          {t`Closer`}
        </Button>
        <Button icon="minus" disabled={zoom <= 1} onClick={() => setZoom(zoom / 2)}>
          {t`Further away`}
        </Button>
      </div>
    </div>
  );
}

const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), most);

function placeAt({ west, south, east, north, width, height }: AreaOutline, { x, y }: Spot, unit: number) {
  const lat = north - (y / height) * (north - south);
  const accuracy = Math.ceil((unit / height) * (north - south) * metresOfDegree);
  return { lat, lon: west + (x / width) * (east - west), accuracy };
}

/** Returns the code of the smallest area at a spot: areas are drawn from large to small. */
function areaAt(svg: SVGSVGElement | null, { x, y }: Spot): string {
  const shapes = [...(svg?.querySelectorAll<SVGPathElement>('[data-code]') ?? [])];
  return shapes.findLast((shape) => shape.isPointInFill({ x, y }))?.dataset['code'] ?? '';
}
