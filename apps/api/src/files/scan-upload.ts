import { fileMessage } from '@baraza/contract/core/message';
import type { FastifyBaseLogger } from 'fastify';
import { pingClamd, scanFile, ScanFailed } from './clamd.ts';
import { AppError } from '../http/errors.ts';
import { RefusedFile } from './refused-file.ts';
import type { Services } from '../services.ts';

export type Scanning = Pick<Services, 'settings' | 'log'>;

/**
 * Scans a file, if a scanner is configured.
 * @throws RefusedFile for an infected file. AppError 503 without a verdict; then no file is accepted.
 */
export async function requireCleanFile({ settings, log }: Scanning, path: string): Promise<void> {
  if (settings.clamdUrl === undefined) return;
  const verdict = await scanFile(settings.clamdUrl, path).catch((error: unknown) => {
    if (!(error instanceof ScanFailed)) throw error;
    log.error({ reason: error.message }, 'The virus scanner of CLAMD_URL gave no verdict. No file is taken.');
    throw new AppError('UNAVAILABLE', fileMessage.unchecked, { retryAfter: 30 });
  });
  if (verdict.clean) return;
  log.warn({ virus: verdict.virus, outcome: 'refused' }, 'infected file');
  throw new RefusedFile('infected');
}

/** Warns at the start when the scanner does not answer; files are refused until it does. */
export async function tellOfScanner({ settings, log }: Scanning & { readonly log: FastifyBaseLogger }): Promise<void> {
  if (settings.clamdUrl === undefined) return;
  try {
    await pingClamd(settings.clamdUrl, 2_000);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'The virus scanner of CLAMD_URL does not answer. Until it does, no file is taken.');
  }
}
