import * as tlog from '@baraza/transparency-log';
import { signerOf, signNote } from '@baraza/transparency-log/sign';
import type { Settings } from '../../config/settings.ts';
import { hmacSha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { listVerifierKeys, type LogEntry, readPublished, readWentBackAt } from './log.store.ts';

type KeyOwner = Pick<Services, 'db' | 'settings' | 'keys'>;

/** Builds the signer of the log under its present name. */
export async function logSigner({ db, settings, keys }: KeyOwner): Promise<tlog.NoteSigner> {
  return signerOf(await nameOf(db, settings), keys.log);
}

/** Builds the signer that adds the time to checkpoints. */
export async function timeSigner({ db, settings, keys }: KeyOwner): Promise<tlog.NoteSigner> {
  return signerOf(await nameOf(db, settings), keys.logTime, 'cosigner');
}

/** Builds the signer of the log under a former name, with the present key. */
export function formerSigner(name: string, { keys }: Pick<KeyOwner, 'keys'>): tlog.NoteSigner {
  return signerOf(name, keys.log);
}

/** Whether the present key signed a checkpoint, under any name of the log. */
export async function isSignedNow(note: string, services: Pick<KeyOwner, 'keys'>): Promise<boolean> {
  try {
    const { key } = formerSigner(tlog.parseCheckpoint(note).origin, services);
    await tlog.openCheckpoint(note, [key]);
    return true;
  } catch {
    return false;
  }
}

/** Whether one of the keys signed a checkpoint. */
export const isSignedBy = (note: string, keys: readonly tlog.VerifierKey[]): Promise<boolean> =>
  tlog.openCheckpoint(note, keys).then(
    () => true,
    () => false,
  );

/**
 * Lists the trusted keys of the log, newest first, and the foreign ones. Whoever writes to the database can add foreign
 * ones. A former key is trusted if the present one lists it, and until that has signed.
 */
export async function readLogKeys({ db, keys }: Pick<KeyOwner, 'db' | 'keys'>) {
  const rows = (await listVerifierKeys(db)).map((row) => ({ ...row, key: tlog.readVerifierKey(row.verifierKey) }));
  const present = [signerOf('any', keys.log).key, signerOf('any', keys.logTime, 'cosigner').key];
  const own = await tlog.trustedKeys(rows, present);
  const hasSigned = own.some(({ key }) => key?.use === 'log');
  const known = (hasSigned ? own : rows).flatMap(({ key, ...row }) => (key ? [{ ...row, key }] : []));
  const foreign = rows.filter((row) => known.every(({ verifierKey }) => verifierKey !== row.verifierKey));
  return { known, foreign, hasSigned };
}

/** The checkpoint found genuine last, by server. */
const genuine = new WeakMap<Services['keys'], string>();

/** Reads the newest published checkpoint; undefined if the present key did not sign it. */
export async function readGenuine({ db, keys }: Pick<KeyOwner, 'db' | 'keys'>) {
  const last = await readPublished(db);
  if (last === undefined || genuine.get(keys) === last.published) return last;
  if (!(await isSignedNow(last.published, { keys }))) return undefined;
  genuine.set(keys, last.published);
  return last;
}

/** Names the log. After it lost entries it gets a new name: under the former one it would contradict its checkpoints. */
async function nameOf(db: Database, { publicUrl }: Services['settings']): Promise<string> {
  const address = `${publicUrl.replace(/^https?:\/\//u, '').replace(/\/$/u, '')}/log`;
  const wentBackAt = await readWentBackAt(db);
  return wentBackAt ? `${address}/${wentBackAt.toISOString().replaceAll(/\D/gu, '').slice(0, 14)}` : address;
}

/** Seals an entry at its place; cannot be forged with access to the database alone. */
export function sealEntry(key: Buffer, { index, source, subject, seq, entry }: LogEntry): Buffer {
  return hmacSha256(key, JSON.stringify([index, source, subject, seq, entry.toString('hex')]));
}

/** Signers by server. A server started before a change of name goes on with the former name, which its keys still open. */
const signers = new WeakMap<Settings, tlog.NoteSigner>();

/** Signs that an event will be in the log: proof for its citizen until the receipt is available. */
export async function promiseEntry(services: Services, { digest: entry, at }: { digest: Buffer; at: Date }) {
  const signer = signers.get(services.settings) ?? (await logSigner(services));
  signers.set(services.settings, signer);
  return signNote(tlog.formatPromise({ origin: signer.key.name, entry, at }), signer);
}
