import { cx } from './lib/cx.ts';

/* Rings of people around the one who speaks: a circle each, with a dash pattern of dots. */
const rings = [46, 82, 118, 154, 190, 226].map((r, i) => {
  const around = 2 * Math.PI * r;
  const people = Math.round(around / 16.5);
  return { r, gap: (around / people).toFixed(3), width: 8.4 - i * 0.75, opacity: 1 - i * 0.11 };
});

/** Draws the rings of the banner. Place and size them by class; on dark ground use `text-banner-dot`. */
export function RingArt({ className }: { className?: string }) {
  return (
    <svg viewBox="-240 -240 480 480" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        {rings.map((ring) => (
          <circle
            key={ring.r}
            r={ring.r}
            strokeWidth={ring.width}
            opacity={ring.opacity}
            strokeDasharray={`0 ${ring.gap}`}
          />
        ))}
      </g>
      <circle r="15" className="fill-gold" />
    </svg>
  );
}

/** Draws the mark, two dotted rings and a gold dot: the logo, also in empty lists. */
export function RingMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={cx('block', className ?? 'size-[min(2.25rem,48px)]')}>
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <circle cx="18" cy="18" r="14.5" strokeWidth="4.2" strokeDasharray="0 9.110" transform="rotate(-90 18 18)" />
        <circle cx="18" cy="18" r="8" strokeWidth="2.6" strokeDasharray="0 6.283" opacity=".55" />
      </g>
      <circle cx="18" cy="18" r="3.1" className="fill-gold stroke-gold-ink" strokeWidth=".8" />
    </svg>
  );
}
