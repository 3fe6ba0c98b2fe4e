import { encodeQR } from 'qr';

/** Draws a QR code in the browser. Dark on light in both themes, since not every app reads the reverse. */
export function QrCode({ value, label, dense = false }: { value: string; label: string; dense?: boolean }) {
  const rows = encodeQR(value, 'raw', { ecc: dense ? 'low' : 'medium', border: 4 });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className={dense ? 'w-full rounded-1' : 'size-52 max-w-full rounded-1'}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
