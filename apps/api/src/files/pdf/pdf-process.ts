/* A process of its own, since a PDF may use up memory and time: it comes in, and what is made of it goes out. */
import { buffer } from 'node:stream/consumers';
import { RefusedFile } from '../refused-file.ts';

// Their libraries are loaded here alone.
const work = {
  rebuild: async (bytes: Buffer) => (await import('./rebuild-pdf.ts')).rebuildPdf(bytes),
  draw: async (bytes: Buffer) => (await import('./draw-first-page.ts')).drawFirstPage(bytes),
};
export type PdfWork = keyof typeof work;

try {
  process.stdout.write(await work[process.argv[2] as PdfWork](await buffer(process.stdin)));
} catch (error) {
  process.stderr.write(`\n${error instanceof RefusedFile ? error.reason : 'pdf-broken'}`);
}
