import type { ReactNode } from 'react';
import { usePlotArea, useXAxisScale, useYAxisScale } from 'recharts';
import { seriesColour, seriesKeys, type SeriesKey } from './line-chart-series.tsx';
import { spreadLabels } from './lib/spread-labels.ts';

/** The name of each line at its end, moved apart where lines end close together. */
export function EndLabels({
  last,
  words,
}: {
  /** The last month that there is something of. */
  last: (Record<SeriesKey, number | null> & { name: string }) | undefined;
  words: Record<SeriesKey, string>;
}): ReactNode {
  const plot = usePlotArea();
  const [along, scale] = [useXAxisScale(), useYAxisScale()];
  if (!plot || !scale || !last) return null;
  const end = along?.(last.name) ?? plot.x + plot.width;
  const wanted = seriesKeys.map((key) => ({ key, y: scale(last[key] ?? 0) ?? plot.y }));
  const places = spreadLabels(wanted, 18, plot.y + plot.height);
  return (
    <g aria-hidden="true" className="text-sm font-semibold">
      {seriesKeys.map((key) => (
        <text key={key} x={end + 12} y={places.get(key)} dy="0.32em" fill={seriesColour(key)}>
          {words[key]}
        </text>
      ))}
    </g>
  );
}
