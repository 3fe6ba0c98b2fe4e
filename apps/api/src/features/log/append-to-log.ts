import {
  type Checkpoint,
  formatCheckpoint,
  formatContinuation,
  formatVerifierKey,
  hashTile,
  type NoteSigner,
  openCheckpoint,
  parseVerifierKey,
  rootOf,
  signNote,
  tileWidth,
  toBase64,
} from '@baraza/transparency-log';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { formerSigner, logSigner, sealEntry } from './log-key.ts';
import {
  insertEntries,
  insertNode,
  insertVerifierKey,
  listVerifierKeys,
  readCheckpoint,
  readHashes,
  readSize,
  takeLead,
  takePending,
  writeCheckpoint,
} from './log.store.ts';

type Appending = Pick<Services, 'db' | 'settings' | 'keys' | 'clock'>;

/** The log in the database is not what was signed. */
export class LogAltered extends Error {}

/** The most events of one run. */
export const batch = 2_000;

/**
 * Appends a batch of committed events and signs the new checkpoint. Returns how many; one server at a time does it.
 * @throws LogAltered when what is there is not what was signed.
 */
export function appendToLog(services: Appending): Promise<number> {
  return services.db.transaction(async (tx) => {
    if (!(await takeLead(tx, 'append'))) return 0;
    const pending = await takePending(tx, batch);
    if (pending.length === 0) return 0;
    const size = await readSize(tx);
    const signer = await logSigner({ ...services, db: tx });
    const signed = await requireUnaltered(tx, size);
    const entries = pending.map((event, at) => ({ index: size + at, ...event }));
    await insertEntries(
      tx,
      entries.map((entry) => ({ ...entry, seal: sealEntry(services.keys.logSeal, entry) })),
    );
    const newSize = size + entries.length;
    await hashFullTiles(tx, size, newSize);
    await signCheckpoint(tx, services, signer, { signed, size: newSize });
    return entries.length;
  });
}

/** Signs the log under its present name, where its newest checkpoint has another. A restore leaves it so. */
export async function renameLog(services: Appending): Promise<void> {
  await services.db.transaction(async (tx) => {
    const size = await readSize(tx);
    if (size === 0 || !(await takeLead(tx, 'append'))) return;
    const signer = await logSigner({ ...services, db: tx });
    const signed = await requireUnaltered(tx, size);
    if (signed?.origin !== signer.key.name) await signCheckpoint(tx, services, signer, { signed, size });
  });
}

interface Signed {
  /** The checkpoint before. */
  readonly signed: Checkpoint | undefined;
  readonly size: number;
}

async function signCheckpoint(tx: Database, services: Appending, signer: NoteSigner, { signed, size }: Signed) {
  const since = services.clock.now();
  const isRenamed = signed !== undefined && signed.origin !== signer.key.name;
  const former = isRenamed ? await formerSigner(signed.origin, services) : undefined;
  const statement =
    former && signed ? await signNote(formatContinuation({ from: signed, to: signer.key }), former) : null;
  const verifierKey = formatVerifierKey(signer.key);
  await insertVerifierKey(tx, { verifierKey, firstIndex: signed?.size ?? 0, since, statement });
  const checkpoint = formatCheckpoint({ origin: signer.key.name, size, root: await rootOf(readHashes(tx), size) });
  await writeCheckpoint(tx, await signNote(checkpoint, signer), since);
}

/** Compares the tree with the checkpoint that was signed for it: nothing is signed on top of what was rewritten. */
async function requireUnaltered(tx: Database, size: number): Promise<Checkpoint | undefined> {
  const note = await readCheckpoint(tx);
  if (note === undefined && size === 0) return undefined;
  const keys = (await listVerifierKeys(tx)).map(({ verifierKey }) => parseVerifierKey(verifierKey));
  const signed = await openCheckpoint(note ?? '', keys).catch((cause: unknown) => {
    throw new LogAltered('The checkpoint is not signed by the log.', { cause });
  });
  const root = await rootOf(readHashes(tx), size);
  if (signed.size !== size || toBase64(signed.root) !== toBase64(root))
    throw new LogAltered(`The log has ${size} entries that differ from the ${signed.size} that were signed.`);
  return signed;
}

/** Stores the hash of each tile that became full, level by level. */
async function hashFullTiles(tx: Database, size: number, newSize: number): Promise<void> {
  const read = readHashes(tx);
  let [before, after] = [size, newSize];
  for (let level = 0; after >= tileWidth; level += 1) {
    [before, after] = [Math.floor(before / tileWidth), Math.floor(after / tileWidth)];
    for (let tile = before; tile < after; tile += 1)
      await insertNode(tx, level + 1, tile, hashTile(await read(level, tile * tileWidth, tileWidth)));
  }
}
