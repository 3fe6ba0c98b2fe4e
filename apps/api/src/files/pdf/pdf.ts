import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../limits/semaphore.ts';
import type { PdfWork } from './pdf-process.ts';
import { pdfRefusals, RefusedFile } from '../refused-file.ts';

/** Beside this module, in the sources as in the built server. */
const program = fileURLToPath(new URL(`pdf-process${path.extname(import.meta.url)}`, import.meta.url));
const millisecondsToWork = 10_000;
const megabytesOfHeap = 256;

/** Each takes up to 500 MB for moments, so they come one by one. */
const semaphore = new Semaphore(1, 50);

/** Rebuilds a PDF from what its pages show, in another process. @throws RefusedFile; AppError 503 when too many wait. */
export const remakePdf = (from: string, to: string): Promise<void> => workOn('rebuild', from, to);

/** Draws the first page of a PDF, in another process. Undefined where that fails. */
export async function previewPdf(from: string, to: string): Promise<Buffer | undefined> {
  try {
    await workOn('draw', from, to);
    return await readFile(to);
  } catch (error) {
    if (error instanceof RefusedFile) return undefined;
    throw error;
  }
}

function workOn(work: PdfWork, from: string, to: string): Promise<void> {
  return semaphore.use(1, async () => {
    const child = spawn(process.execPath, [`--max-old-space-size=${megabytesOfHeap}`, program, work], {
      // None of the server's secrets.
      env: {},
      timeout: millisecondsToWork,
      killSignal: 'SIGKILL',
    });
    // A process that ends early leaves its input unread.
    const sent = pipeline(createReadStream(from), child.stdin).catch(() => undefined);
    const kept = pipeline(child.stdout, createWriteStream(to, { mode: 0o600 }));
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close'), kept, sent]);
    const reason = pdfRefusals.find((it) => said.endsWith(it));
    if (reason !== undefined || code !== 0) throw new RefusedFile(reason ?? 'pdf-packed');
  });
}
