import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as tlog from '@baraza/transparency-log';
import { signNote } from '@baraza/transparency-log/sign';
import { checkpointFile } from '../../config/data-dir.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { formerSigner, isSignedBy, isSignedNow, logSigner, readLogKeys, sealEntry } from './log-key.ts';
import * as store from './log.store.ts';

/** Signals that the log in the database differs from the signed one. */
export class LogAltered extends Error {}

/** Limit of events for one run. */
export const batch = 2_000;

/** Appends a batch of committed events and signs the new checkpoint; one server at a time. @throws LogAltered */
export function appendToLog(services: Services): Promise<number> {
  return services.db.transaction(async (tx) => {
    if (!(await store.takeLead(tx, 'append'))) return 0;
    const size = await store.readSize(tx);
    // Also without events, so that an alteration on a quiet day is found that day.
    const signed = await requireUnaltered(tx, services, size);
    await store.clearAlteredAt(tx);
    const pending = await store.takePending(tx, batch);
    if (pending.length === 0) return 0;
    const signer = await logSigner({ ...services, db: tx });
    const entries = pending.map((event, at) => {
      const entry = { index: size + at, ...event };
      return { ...entry, seal: sealEntry(services.keys.logSeal, entry) };
    });
    await store.insertEntries(tx, entries);
    const newSize = size + entries.length;
    await hashFullTiles(tx, size, newSize);
    await signCheckpoint(tx, services, signer, { signed, size: newSize });
    return entries.length;
  });
}

/** Signs the log anew once its name or key has changed. */
export async function renameLog(services: Services): Promise<void> {
  await services.db.transaction(async (tx) => {
    const size = await store.readSize(tx);
    if (size === 0 || !(await store.takeLead(tx, 'append'))) return;
    const signer = await logSigner({ ...services, db: tx });
    const signed = await requireUnaltered(tx, services, size);
    const known = (await store.listVerifierKeys(tx)).map(({ verifierKey }) => verifierKey);
    if (!known.includes(tlog.formatVerifierKey(signer.key)))
      await signCheckpoint(tx, services, signer, { signed, size });
  });
}

async function signCheckpoint(
  tx: Database,
  services: Services,
  signer: tlog.NoteSigner,
  { signed, size }: { readonly signed: tlog.Checkpoint | undefined; readonly size: number },
) {
  const since = services.clock.now();
  const isRenamed = signed !== undefined && signed.origin !== signer.key.name;
  const former = isRenamed ? formerSigner(signed.origin, services) : undefined;
  const statement =
    former && signed ? signNote(tlog.formatContinuation({ from: signed, to: signer.key }), former) : null;
  const firstIndex = signed?.size ?? 0;
  const formerKeys = await listFormerKeys(tx, services, { signer: former ?? signer, size: firstIndex });
  const list = async ({ key }: tlog.NoteSigner, signedText: string | null) =>
    store.insertVerifierKey(tx, {
      verifierKey: tlog.formatVerifierKey(key),
      firstIndex,
      since,
      statement: signedText,
    });
  // If the key is new as well, it is first listed under the former name: those who trust that name can open the statement.
  if (former) await list(former, formerKeys);
  await list(signer, statement ?? formerKeys);
  const root = await tlog.rootOf(store.readHashes(tx), size);
  const checkpoint = tlog.formatCheckpoint({ origin: signer.key.name, size, root });
  await store.writeCheckpoint(tx, signNote(checkpoint, signer), since);
}

/** Signs a list of former keys with a new one: the present signer, the keys it listed, and those of the time. */
async function listFormerKeys(
  tx: Database,
  services: Services,
  { signer, size }: { readonly signer: tlog.NoteSigner; readonly size: number },
): Promise<string | null> {
  const note = (await store.readCheckpoint(tx)) ?? '';
  const { known, hasSigned } = await readLogKeys({ ...services, db: tx });
  if (hasSigned || note === '') return null;
  const roots = [];
  for (const { key } of known) if (key.use === 'cosigner' || (await isSignedBy(note, [key]))) roots.push(key);
  if (roots.length === 0) return null;
  const former = await tlog.trustedKeys(known, roots);
  return signNote(tlog.formatFormerKeys({ size, keys: former.map(({ verifierKey }) => verifierKey) }), signer);
}

/** Compares the tree with its signed checkpoint, so that no rewritten log is signed. @throws LogAltered */
async function requireUnaltered(tx: Database, services: Services, size: number): Promise<tlog.Checkpoint | undefined> {
  const note = await store.readCheckpoint(tx);
  if (note === undefined && size === 0) {
    if (await lastPublished(services.settings.dataDir)) throw new LogAltered('The log that was published is gone.');
    return undefined;
  }
  const signed = await openSigned(tx, services, note ?? '');
  const root = await tlog.rootOf(store.readHashes(tx), size);
  if (signed.size !== size || tlog.toBase64(signed.root) !== tlog.toBase64(root))
    throw new LogAltered(`The log has ${size} entries that differ from the ${signed.size} that were signed.`);
  await requireOwn(tx, services);
  return signed;
}

/** Refuses keys and a published checkpoint that somebody else put into the database. @throws LogAltered */
async function requireOwn(tx: Database, services: Services): Promise<void> {
  const { known, foreign } = await readLogKeys({ ...services, db: tx });
  if (foreign.length > 0) throw new LogAltered(`Foreign keys were added to the log: ${foreign[0]?.verifierKey}`);
  const last = await store.readPublished(tx);
  const isOwn =
    last === undefined ||
    (await isSignedBy(
      last.published,
      known.map(({ key }) => key),
    ));
  if (!isOwn) throw new LogAltered('The published checkpoint is not signed by the log.');
}

/** Opens a checkpoint of the database. @throws LogAltered when the log did not sign it. */
export async function openSigned(db: Database, services: Services, note: string): Promise<tlog.Checkpoint> {
  const published = (await lastPublished(services.settings.dataDir)) ?? '';
  const { known, hasSigned } = await readLogKeys({ ...services, db });
  // A former key counts only until the present one has signed: anyone with write access to the database can add keys.
  const isForged = !(await isSignedNow(note, services)) && (hasSigned || (await isSignedNow(published, services)));
  const keys = known.map(({ key }) => key);
  const signed = isForged ? undefined : await tlog.openCheckpoint(note, keys).catch(() => undefined);
  if (signed === undefined) throw new LogAltered('The checkpoint is not signed by the log.');
  return signed;
}

async function hashFullTiles(tx: Database, size: number, newSize: number): Promise<void> {
  const read = store.readHashes(tx);
  for (const { level, tile } of fullTiles(size, newSize)) {
    const hashes = await read(level, tile * tlog.tileWidth, tlog.tileWidth);
    await store.insertNode(tx, level + 1, tile, hashes);
  }
}

/** Lists the tiles that fill while a log grows, level by level. */
export function* fullTiles(size: number, newSize: number): Generator<{ level: number; tile: number }> {
  let [before, after] = [size, newSize];
  for (let level = 0; after >= tlog.tileWidth; level += 1) {
    [before, after] = [Math.floor(before / tlog.tileWidth), Math.floor(after / tlog.tileWidth)];
    for (let tile = before; tile < after; tile += 1) yield { level, tile };
  }
}

/** Stores the last published checkpoint outside the database. */
export async function rememberPublished(dataDir: string, note: string): Promise<void> {
  const file = path.join(dataDir, checkpointFile);
  await writeFile(`${file}.new`, note, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** Reads the last published checkpoint from the data folder. */
export async function lastPublished(dataDir: string): Promise<string | undefined> {
  return readFile(path.join(dataDir, checkpointFile), 'utf8').catch(() => undefined);
}
