import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';

export type TimerState = 'normal' | 'soon' | 'late' | 'paused';

const stroke = { fill: 'none', stroke: 'currentColor' } as const;

/** Draws the share of time that is left as a ring. Decoration: the words beside it say the same. */
function TimerRing({ state, share = 0 }: { state: TimerState; share?: number }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
      {state === 'paused' ? (
        <g {...stroke} strokeWidth="3">
          <circle cx="12" cy="12" r="9" strokeDasharray="3 3.28" />
          <path d="M10 9v6M14 9v6" strokeWidth="2" strokeLinecap="round" />
        </g>
      ) : state === 'late' ? (
        <>
          <circle cx="12" cy="12" r="10.5" fill="currentColor" />
          <path
            d="M12 6.5V13M12 16.8v.01"
            fill="none"
            strokeWidth="2.6"
            strokeLinecap="round"
            className="stroke-surface"
          />
        </>
      ) : (
        <g {...stroke} strokeWidth="4">
          <circle cx="12" cy="12" r="9" opacity=".25" />
          <circle
            cx="12"
            cy="12"
            r="9"
            pathLength="100"
            strokeDasharray={`${Math.max(0, Math.min(100, share))} 100`}
            transform="rotate(-90 12 12)"
          />
        </g>
      )}
    </svg>
  );
}

const looks: Record<TimerState, string> = {
  normal: 'text-ink-2',
  soon: 'text-pending-ink [&>svg]:text-pending-mark',
  late: 'text-danger-ink [&>svg]:text-danger',
  paused: 'text-ink-2',
};

export type TimerProps = {
  state: TimerState;
  /** Percentage of the time that is left. */
  share?: number;
  lead: string;
  children: ReactNode;
};

/** Shows a deadline: the ring and its words. */
export function Timer({ state, share, lead, children }: TimerProps) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-sm font-semibold whitespace-nowrap', looks[state])}>
      <span className="sr-only">{lead} </span>
      <TimerRing state={state} share={share} />
      <span className="tabular-nums">{children}</span>
    </span>
  );
}
