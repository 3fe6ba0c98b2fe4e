import { decodeQR } from 'qr/decode.js';

/** Camera pixels per module of the code. */
const scale = 4;

/** Reads the text of a QR code on the screen from its dark modules, as a camera would. */
export function readSvgQr(svg: Element): string {
  const [, , size = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const width = size * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  const dark = svg.querySelector('path')?.getAttribute('d') ?? '';
  for (const [, x, y] of dark.matchAll(/M(\d+) (\d+)h1v1h-1z/gu)) {
    for (let pixel = 0; pixel < scale * scale; pixel += 1) {
      const [left, top] = [Number(x) * scale + (pixel % scale), Number(y) * scale + Math.floor(pixel / scale)];
      data.fill(0, (top * width + left) * 4, (top * width + left) * 4 + 3);
    }
  }
  return decodeQR({ width, height: width, data });
}
