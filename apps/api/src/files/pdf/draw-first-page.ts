import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';

const longestEdge = 1200;
const mostMemory = 256 * 1024 * 1024;

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Draws the first page of a PDF as a WebP. PDFium runs as WebAssembly: it reaches nothing outside. */
export async function drawFirstPage(bytes: Buffer): Promise<Buffer> {
  limitMemory();
  const library = await PDFiumLibrary.init();
  const page = (await library.loadDocument(bytes)).getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const scale = longestEdge / Math.max(originalWidth, originalHeight);
  const { data, width, height } = await page.render({ scale, render: 'bitmap' });
  return sharp(data, { raw: { width, height, channels: 4 } })
    .webp({ quality: 75 })
    .toBuffer();
}

/** Limits the memory of WebAssembly, which would grow to 2 GB. */
function limitMemory(): void {
  const memory = (globalThis as unknown as { WebAssembly: { Memory: { prototype: Memory } } }).WebAssembly.Memory
    .prototype;
  const { grow } = memory;
  memory.grow = function growWithin(pages) {
    if (this.buffer.byteLength + pages * 65_536 > mostMemory) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
}
