import type { ReactNode } from 'react';
import { statusTone, type StatusTone } from './lib/status-tone.ts';

const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const;

const ringAround = (d: string) => (
  <g {...stroke}>
    <circle cx="10" cy="10" r="7.5" />
    <path d={d} />
  </g>
);

const glyphs: Record<StatusTone, ReactNode> = {
  pending: ringAround('M10 6v4.2l2.6 1.6'),
  processing: (
    <>
      <circle cx="10" cy="10" r="7.5" {...stroke} />
      <path d="M10 4.8a5.2 5.2 0 0 1 0 10.4z" fill="currentColor" />
    </>
  ),
  resolved: (
    <>
      <circle cx="10" cy="10" r="8.5" fill="currentColor" />
      <path d="m6.3 10.3 2.5 2.5 4.9-5.3" {...stroke} strokeLinejoin="round" className="stroke-surface" />
    </>
  ),
  canceled: ringAround('m5 15 10-10'),
};

/** Draws the glyph of a status in its own colour; nothing for an unknown one. Put its words beside it. */
export function StatusGlyph({ status }: { status: string }) {
  const tone = statusTone(status);
  if (!tone) return null;
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" data-tone={tone} className="block size-[1.05rem] text-(--tone-mark)">
      {glyphs[tone]}
    </svg>
  );
}

/** Shows a status as a pill with its glyph. Never a link or a button. `children` is its word. */
export function StatusPill({ status, children }: { status: string; children?: ReactNode }) {
  return (
    <span
      data-tone={statusTone(status) ?? 'canceled'}
      className="pill inline-flex max-w-full items-center gap-1.5 rounded-pill bg-(--tone-bg) py-0.5 ps-2 pe-2.5 text-sm font-semibold text-(--tone-ink)"
    >
      <StatusGlyph status={status} />
      <bdi>{children ?? status}</bdi>
    </span>
  );
}

/** Flags something new, e.g. "New reply". */
export function Flag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex w-max max-w-full items-center gap-1.5 rounded-1 bg-gold-soft px-2 py-0.5 text-sm font-semibold text-gold-ink">
      {children}
    </span>
  );
}
