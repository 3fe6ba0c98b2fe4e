import { type NoteSigner, signerOf } from '@baraza/transparency-log';
import { hmacSha256 } from '../../crypto/digest.ts';
import type { Services } from '../../services.ts';
import type { LogEntry } from './log.store.ts';

type KeyOwner = Pick<Services, 'settings' | 'keys'>;

/** Makes the signer of the log, whose name is its address. */
export const logSigner = ({ settings, keys }: KeyOwner): Promise<NoteSigner> => signerOf(originOf(settings), keys.log);

/** Makes the signer that adds the time to checkpoints. */
export function timeSigner({ settings, keys }: KeyOwner): Promise<NoteSigner> {
  return signerOf(originOf(settings), keys.logTime, 'cosigner');
}

const originOf = ({ publicUrl }: Services['settings']) =>
  `${publicUrl.replace(/^https?:\/\//u, '').replace(/\/$/u, '')}/log`;

/** Seals an entry at its place: whoever has the database alone cannot make another. */
export function sealEntry(key: Buffer, { index, source, subject, seq, entry }: LogEntry): Buffer {
  return hmacSha256(key, JSON.stringify([index, source, subject, seq, entry.toString('hex')]));
}
