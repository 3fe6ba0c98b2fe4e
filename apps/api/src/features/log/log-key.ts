import * as tlog from '@baraza/transparency-log';
import { signerOf, signNote } from '@baraza/transparency-log/sign';
import type { Settings } from '../../config/settings.ts';
import { hmacSha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { type LogEntry, readWentBackAt } from './log.store.ts';

type KeyOwner = Pick<Services, 'db' | 'settings' | 'keys'>;

/** Makes the signer of the log under its present name. */
export async function logSigner({ db, settings, keys }: KeyOwner): Promise<tlog.NoteSigner> {
  return signerOf(await nameOf(db, settings), keys.log);
}

/** Makes the signer that adds the time to checkpoints. */
export async function timeSigner({ db, settings, keys }: KeyOwner): Promise<tlog.NoteSigner> {
  return signerOf(await nameOf(db, settings), keys.logTime, 'cosigner');
}

/** Makes the signer of the log under a former name, with the present key. */
export function formerSigner(name: string, { keys }: Pick<KeyOwner, 'keys'>): tlog.NoteSigner {
  return signerOf(name, keys.log);
}

/** Whether the present key signed a checkpoint, under whatever name of the log. */
export async function isSignedNow(note: string, services: Pick<KeyOwner, 'keys'>): Promise<boolean> {
  try {
    const { key } = formerSigner(tlog.parseCheckpoint(note).origin, services);
    await tlog.openCheckpoint(note, [key]);
    return true;
  } catch {
    return false;
  }
}

/** A log that went back gets another name: under the former one it would contradict what it signed. */
async function nameOf(db: Database, { publicUrl }: Services['settings']): Promise<string> {
  const address = `${publicUrl.replace(/^https?:\/\//u, '').replace(/\/$/u, '')}/log`;
  const wentBackAt = await readWentBackAt(db);
  return wentBackAt ? `${address}/${wentBackAt.toISOString().replaceAll(/\D/gu, '').slice(0, 14)}` : address;
}

/** Seals an entry at its place: whoever has the database alone cannot make another. */
export function sealEntry(key: Buffer, { index, source, subject, seq, entry }: LogEntry): Buffer {
  return hmacSha256(key, JSON.stringify([index, source, subject, seq, entry.toString('hex')]));
}

/** Of each server. One from before the log took another name still signs what its former key opens. */
const signers = new WeakMap<Settings, tlog.NoteSigner>();

/** Signs that an event will be in the log: proof for its citizen until the receipt is there. */
export async function promiseEntry(services: Services, { digest: entry, at }: { digest: Buffer; at: Date }) {
  const signer = signers.get(services.settings) ?? (await logSigner(services));
  signers.set(services.settings, signer);
  return signNote(tlog.formatPromise({ origin: signer.key.name, entry, at }), signer);
}
