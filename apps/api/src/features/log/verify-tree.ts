import {
  type Checkpoint,
  hashLeaf,
  hashTile,
  openCheckpoint,
  parseVerifierKey,
  rootOf,
  tileWidth,
  toBase64,
  type VerifierKey,
} from '@baraza/transparency-log';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { nameEvent } from './compare-events.store.ts';
import { logSigner, sealEntry } from './log-key.ts';
import { listVerifierKeys, readCheckpoint, readEntries, readHashes, readSize } from './log.store.ts';

type Keys = Pick<Services, 'settings' | 'keys'>;
type Fault = (line: string) => void;

/** Recomputes the log from its entries, and compares it with what was signed; `kept` is a checkpoint kept elsewhere. */
export async function verifyTree(db: Database, keys: Keys, fault: Fault, kept?: string) {
  const size = await readSize(db);
  const { key } = await logSigner({ ...keys, db });
  const known = (await listVerifierKeys(db)).map(({ verifierKey, firstIndex }) => {
    return { ...parseVerifierKey(verifierKey), firstIndex };
  });
  // Under whatever address: only the key counts.
  const own = known.filter(({ publicKey }) => toBase64(publicKey) === toBase64(key.publicKey));
  const sealedFrom = Math.min(size, ...own.map(({ firstIndex }) => firstIndex));
  await verifyEntries(db, { size, sealedFrom, ...keys }, fault);
  await verifyNodes(db, size, fault);
  const newest = await readCheckpoint(db);
  if (newest !== undefined || size > 0)
    await verifyCheckpoint(db, newest ?? '', { size, keys: own, name: 'checkpoint' }, fault);
  if (kept !== undefined) await verifyCheckpoint(db, kept, { keys: known, name: 'kept checkpoint' }, fault);
  return { entries: size, sealedFrom };
}

type Entries = Keys & {
  readonly size: number;
  /** What a former key sealed before, the present one cannot check. */
  readonly sealedFrom: number;
};

async function verifyEntries(db: Database, { size, sealedFrom, keys }: Entries, fault: Fault): Promise<void> {
  for (let from = 0; from < size; from += tileWidth) {
    const rows = await readEntries(db, from, tileWidth);
    const indices = new Set(rows.map(({ index }) => index));
    for (let index = from; index < Math.min(size, from + tileWidth); index += 1)
      if (!indices.has(index)) fault(`log entry ${index} missing`);
    for (const { seal, ...entry } of rows) {
      if (entry.index < sealedFrom || seal.equals(sealEntry(keys.logSeal, entry))) continue;
      fault(`log entry ${entry.index} (${await nameEvent(db, entry)}) altered: its seal does not fit`);
    }
    const leaves = rows.map(({ entry }) => hashLeaf(entry));
    if (rows.length === tileWidth) await compareNode(db, 1, from / tileWidth, leaves, fault);
  }
}

async function verifyNodes(db: Database, size: number, fault: Fault): Promise<void> {
  const read = readHashes(db);
  let count = Math.floor(size / tileWidth);
  for (let level = 1; count >= tileWidth; level += 1) {
    count = Math.floor(count / tileWidth);
    for (let tile = 0; tile < count; tile += 1)
      await compareNode(db, level + 1, tile, await read(level, tile * tileWidth, tileWidth), fault);
  }
}

async function compareNode(db: Database, level: number, index: number, below: readonly Uint8Array[], fault: Fault) {
  const [stored] = await readHashes(db)(level, index, 1);
  const isSame = stored !== undefined && below.length === tileWidth && toBase64(stored) === toBase64(hashTile(below));
  if (!isSame) fault(`log tile ${level - 1}/${index} differs from what is stored of it`);
}

async function verifyCheckpoint(
  db: Database,
  note: string,
  { size, keys, name }: { readonly size?: number; readonly keys: readonly VerifierKey[]; readonly name: string },
  fault: Fault,
): Promise<void> {
  const signed: Checkpoint | undefined = await openCheckpoint(note, keys).catch(() => undefined);
  if (signed === undefined) return fault(`log ${name} is not signed by the log`);
  if (size !== undefined && signed.size !== size)
    return fault(`log has ${size} entries, and ${signed.size} were signed`);
  const root = await rootOf(readHashes(db), signed.size).catch(() => new Uint8Array());
  if (toBase64(root) !== toBase64(signed.root))
    fault(`log differs from its ${name}: its first ${signed.size} entries are not those that were signed`);
}
