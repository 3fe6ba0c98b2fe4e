import type { ReactNode } from 'react';
import { usePlotArea, useYAxisScale } from 'recharts';
import { seriesColour, seriesKeys, type SeriesKey } from './line-chart-series.tsx';
import { spreadLabels } from './lib/spread-labels.ts';

/** The name of each line at its end, moved apart where lines end close together. */
export function EndLabels({
  last,
  words,
}: {
  last?: Record<SeriesKey, number>;
  words: Record<SeriesKey, string>;
}): ReactNode {
  const plot = usePlotArea();
  const scale = useYAxisScale();
  if (!plot || !scale || !last) return null;
  const wanted = seriesKeys.map((key) => ({ key, y: scale(last[key]) ?? plot.y }));
  const places = spreadLabels(wanted, 18, plot.y + plot.height);
  return (
    <g aria-hidden="true" className="text-sm font-semibold">
      {seriesKeys.map((key) => (
        <text key={key} x={plot.x + plot.width + 12} y={places.get(key)} dy="0.32em" fill={seriesColour(key)}>
          {words[key]}
        </text>
      ))}
    </g>
  );
}
