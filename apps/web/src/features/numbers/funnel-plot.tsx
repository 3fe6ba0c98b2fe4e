import { formatCount } from '@baraza/app';
import { type AgencyNumbers, type Funnel, type Group, innerWidth, limitAt } from '@baraza/contract';
import { countTicks } from '@baraza/ui/lib/chart-scale';
import { useWidth } from '@baraza/ui/lib/use-width';
import { t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { signed } from './number-format.ts';

/** An agency with its percentage points above or below the expected rate. */
export type PlottedAgency = Pick<AgencyNumbers, 'name' | 'due'> & { readonly points: number; readonly group: Group };

const height = 360;
const plot = { left: 44, top: 28, bottom: height - 44 };
const steps = 60;

/** Draws agencies by volume and difference, between the limits of chance. The table below is its alternative. */
export function FunnelPlot(props: { label: string; agencies: readonly PlottedAgency[]; funnel: Funnel }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    // Numbers run left to right in every language.
    <div ref={box} dir="ltr" role="img" aria-label={props.label} style={{ height }}>
      {width > 0 && <Drawing {...props} width={width} />}
    </div>
  );
}

function Drawing({ agencies, funnel, width }: Parameters<typeof FunnelPlot>[0] & { width: number }): ReactNode {
  const ticks = countTicks(Math.max(...agencies.map(({ due }) => due)));
  const most = ticks.at(-1) ?? 1;
  const farthest = Math.max(...agencies.map(({ points }) => Math.abs(points)));
  // With room for the name of the farthest agency.
  const reach = Math.max(30, Math.ceil((farthest + 5) / 10) * 10);
  const right = width - 20;
  const x = (due: number) => plot.left + (due / most) * (right - plot.left);
  const y = (points: number) => plot.top + ((reach - points) / (2 * reach)) * (plot.bottom - plot.top);
  const limit = (outside: number, sign: number) =>
    Array.from({ length: steps + 1 }, (_, step) => {
      const cases = 20 + (step / steps) ** 2 * (most - 20);
      const points = 100 * limitAt(cases, funnel.average, outside, funnel.spread);
      return `${x(cases)},${y(sign * Math.min(points, reach))}`;
    }).join(' ');
  const levels = [-reach, -reach / 2, 0, reach / 2, reach].map(Math.round);

  return (
    <svg aria-hidden="true" width="100%" height={height} className="block text-sm" fill="var(--color-ink-2)">
      <text x={0} y={12}>{t`Points above or below the expected rate`}</text>
      {levels.map((level) => (
        <g key={level}>
          <line x1={plot.left} x2={right} y1={y(level)} y2={y(level)} stroke={level === 0 ? lineStrong : line} />
          <text x={plot.left - 8} y={y(level)} dy="0.32em" textAnchor="end">
            {signed(level)}
          </text>
        </g>
      ))}
      {ticks.map((tick) => (
        <text key={tick} x={x(tick)} y={plot.bottom + 20} textAnchor="middle">
          {formatCount(tick)}
        </text>
      ))}
      <text x={(plot.left + right) / 2} y={height - 4} textAnchor="middle">{t`Complaints that were due`}</text>
      {[1, -1].map((sign) => (
        <g key={sign} fill="none" stroke="var(--color-brand)">
          <polyline points={limit(innerWidth, sign)} strokeDasharray="4 4" />
          <polyline points={limit(funnel.outer, sign)} strokeWidth="2" />
        </g>
      ))}
      {agencies.map(({ name, due, points, group }) => (
        <g key={name} transform={`translate(${x(due)} ${y(points)})`}>
          <GroupMark group={group} />
          {group !== 'expected' && (
            <text
              x={roomFor(name, x(due), width)}
              y={group === 'better' ? -12 : 20}
              textAnchor="middle"
              fill="var(--color-ink)"
              stroke="var(--color-surface)"
              strokeWidth="4"
              paintOrder="stroke"
              className="font-semibold"
            >
              {name}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** Approximate width of a letter of the small text, in pixels. */
const letterWidth = 8;

function roomFor(name: string, x: number, width: number): number {
  const half = Math.min(width, name.length * letterWidth) / 2;
  return Math.min(Math.max(x, half), width - half) - x;
}

const line = 'var(--color-line)';
const lineStrong = 'var(--color-line-strong)';

/** Draws the mark of a group around the origin: each has its own shape and colour. */
function GroupMark({ group }: { group: Group }): ReactNode {
  if (group === 'better') return <path d="M0-6 6 5H-6Z" fill="var(--color-chart-resolved)" />;
  if (group === 'worse') return <path d="M0 6 6-5H-6Z" fill="var(--color-chart-unresolved)" />;
  return <circle r="5" fill="var(--color-ink-3)" />;
}

function groupWords(group: Group): string {
  if (group === 'better') return t`Better than expected`;
  return group === 'worse' ? t`Worse than expected` : t`As expected`;
}

/** Shows the mark of a group and its name. */
export function GroupName({ group }: { group: Group }): ReactNode {
  return (
    <span className="inline-flex items-center gap-2">
      <svg aria-hidden="true" viewBox="-7 -7 14 14" className="size-3.5 shrink-0">
        <GroupMark group={group} />
      </svg>
      {groupWords(group)}
    </span>
  );
}
