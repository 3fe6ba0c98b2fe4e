import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** Draws a QR code in the browser. Dark on light in both themes, since not every app reads the reverse. */
export function QrCode({ value, label }: { value: string; label: string }): ReactNode {
  const { data, size } = encode(value, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-52 max-w-full rounded-1"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
