import { type NoteSigner, signerOf } from '@baraza/transparency-log';
import { hmacSha256 } from '../../crypto/digest.ts';
import type { Services } from '../../services.ts';
import type { LogEntry } from './log.store.ts';

/** Makes the signer of the log, whose name is its address. */
export function logSigner({ settings, keys }: Pick<Services, 'settings' | 'keys'>): Promise<NoteSigner> {
  const address = settings.publicUrl.replace(/^https?:\/\//u, '').replace(/\/$/u, '');
  return signerOf(`${address}/log`, keys.log);
}

/** Seals an entry at its place: whoever has the database alone cannot make another. */
export function sealEntry(key: Buffer, { index, source, subject, seq, entry }: LogEntry): Buffer {
  return hmacSha256(key, JSON.stringify([index, source, subject, seq, entry.toString('hex')]));
}
