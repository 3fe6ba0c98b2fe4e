import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import type { ReceivedFile } from '../../../files/uploads.ts';

/** Renders pictures as temporary files for the duration of `work`. */
export async function withPictures<T>(
  pictures: readonly { readonly name: string; readonly svg: string }[],
  work: (files: ReceivedFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-demo-'));
  try {
    const files = await Promise.all(pictures.map(({ name, svg }) => drawPicture(folder, name, svg)));
    return await work(files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function drawPicture(folder: string, fileName: string, svg: string): Promise<ReceivedFile> {
  const bytes = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
  const tempPath = path.join(folder, fileName);
  await writeFile(tempPath, bytes);
  const sha256 = createHash('sha256').update(bytes).digest();
  return { tempPath, fileName, kind: 'image', contentType: 'image/png', size: bytes.length, sha256 };
}

/** Draws a seal in the colour of the MDA. */
export function logoPicture(colour: string, glyph: string): string {
  const dots = Array.from({ length: 24 }, (_, index) => {
    const angle = (index * Math.PI) / 12;
    const [x, y] = [128 + 104 * Math.cos(angle), 128 + 104 * Math.sin(angle)];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="5"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <rect width="256" height="256" fill="#ffffff"/>
    <circle cx="128" cy="128" r="124" fill="${colour}"/>
    <g fill="#ffffff" fill-opacity="0.55">${dots.join('')}</g>
    <g transform="translate(62 62) scale(5.5)" fill="none" stroke="#ffffff" stroke-width="1.700"
      stroke-linejoin="round" stroke-linecap="round">${glyph}</g>
  </svg>`;
}
