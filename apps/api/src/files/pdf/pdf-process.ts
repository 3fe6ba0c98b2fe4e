/* A process of its own, since a PDF may use up memory and time: it comes in, and goes out as it is kept. */
import { buffer } from 'node:stream/consumers';
import { RefusedFile } from '../refused-file.ts';

// Its library is loaded here alone.
const { rebuildPdf } = await import('./rebuild-pdf.ts');
try {
  process.stdout.write(await rebuildPdf(await buffer(process.stdin)));
} catch (error) {
  process.stderr.write(`\n${error instanceof RefusedFile ? error.reason : 'pdf-broken'}`);
}
