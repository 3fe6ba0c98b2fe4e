import type { LogState } from '@baraza/contract';
import {
  type Checkpoint,
  type Cosignature,
  openCheckpoint,
  openContinuation,
  formatVerifierKey,
  hashLeaf,
  isFormerKeys,
  isPromise,
  openPromise,
  openProof,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  proveConsistency,
  proveInclusion,
  readCosignatures,
  type ReadHashes,
  type TlogProof,
  verifyInclusion,
  tilePath,
  tileWidth,
  toBase64,
  trustedKeys,
  verifyConsistency,
} from '@baraza/transparency-log';

/** Why a receipt is not accepted; `verdict-view.tsx` has words for each. */
export type Fault =
  | 'noCrypto'
  | 'noReceipt'
  | 'noCode'
  /** New keys, or the code that reads a picture, could not be loaded. */
  | 'offline'
  | 'otherPortal'
  | 'forged'
  | 'future'
  | 'rewritten'
  /** The portal went back to an older state, and the entry is gone. */
  | 'lost';

export interface ReceiptFacts {
  readonly origin: string;
  readonly index: number;
  /** Entries of the log when the receipt was made. */
  readonly size: number;
  /** Base64. */
  readonly entry: string;
  /** The key that signed it, and since when it was in use. */
  readonly key: LogState['keys'][number];
  /** The step on this receipt was recorded before. */
  readonly before: Date | null;
  readonly witnesses: readonly Cosignature[];
}

/** How today's log contradicts the receipt; `check-list.tsx` has words for each. */
export type Contradiction =
  /** No key of the log signed today's log, or its continuation. */
  | 'unsigned'
  /** Today's log has fewer entries than the receipt's. */
  | 'shorter'
  /** Today's log does not begin with the receipt's. */
  | 'forked'
  /** Today's log has another entry at that place. */
  | 'entry';

/** Today's log, as this device got it. */
export interface LogToday {
  readonly size: number;
  readonly witnesses: readonly Cosignature[];
}

export type Verdict =
  /** A promise of this portal that an entry would be in the log. */
  | { readonly fault: 'promise'; readonly facts?: undefined; readonly at: Date }
  | {
      readonly fault: 'rewritten';
      readonly facts: ReceiptFacts;
      readonly failed: Contradiction;
      /** The signed checkpoint of today's log. */ readonly note: string;
      readonly log: LogToday | null;
    }
  | { readonly fault: Exclude<Fault, 'rewritten'>; readonly facts?: ReceiptFacts | undefined }
  | {
      readonly fault?: undefined;
      readonly facts: ReceiptFacts;
      /** Null: the log could not be read. */
      readonly log: LogToday | null;
      /** The portal has witnesses, but none of them signed today's log. */
      readonly isUnwitnessed: boolean;
      /** The signed checkpoint of today's log. */
      readonly note?: string;
    };

/** Reads the log. */
export interface LogReader {
  readonly checkpoint: () => Promise<string>;
  /** Reads a tile of the log with this name: after a restore the same path can hold another one. */
  readonly tile: (path: string, origin: string) => Promise<Uint8Array>;
  readonly now: () => Date;
}

/** Milliseconds by which clocks may differ. */
const tolerance = 5 * 60_000;

/** Checks a receipt. Before refusing it, loads the keys again, which may have changed. */
export async function checkWithNewKeys(
  text: string,
  { trusted, refresh, log }: { trusted: LogState; refresh: () => Promise<LogState | undefined>; log: LogReader },
): Promise<Verdict> {
  const verdict = await checkReceipt(text, trusted, log);
  // New keys cannot change these verdicts.
  if ([undefined, 'noCrypto', 'noReceipt', 'future', 'promise'].includes(verdict.fault)) return verdict;
  const keys = await refresh();
  return keys ? checkReceipt(text, keys, log) : { fault: 'offline' };
}

/** Checks a receipt in this browser: who signed it, and whether today's log continues the one it was made from. */
export async function checkReceipt(text: string, shown: LogState, log: LogReader): Promise<Verdict> {
  if (!(await knowsEd25519())) return { fault: 'noCrypto' };
  const present = shown.keys.slice(0, 1).map(({ verifierKey }) => parseVerifierKey(verifierKey));
  const trusted = { ...shown, keys: await trustedKeys(shown.keys, present) };
  const keys = trusted.keys.map(({ verifierKey }) => parseVerifierKey(verifierKey));
  if (isPromise(text)) {
    const promise = await openPromise(text, keys).catch(() => undefined);
    return promise ? { fault: 'promise', at: promise.at } : { fault: 'forged' };
  }
  const origin = originOf(text);
  if (origin === undefined) return { fault: 'noReceipt' };
  if (keys.every(({ name }) => name !== origin)) return { fault: 'otherPortal' };
  const proof = await openProof(text, keys).catch(() => undefined);
  if (proof === undefined) return { fault: 'forged' };
  const { head, checkpoint, index, entry } = proof;
  const witnessKeys = trusted.witnesses.map(({ verifierKey }) => parseVerifierKey(verifierKey));
  const timeKeys = [...trusted.timeKeys.map(parseVerifierKey), ...witnessKeys];
  const seen = await readCosignatures(checkpoint, timeKeys).catch(() => undefined);
  if (seen === undefined) return { fault: 'forged' };
  const { signatures } = parseNote(checkpoint);
  const key = trusted.keys.find((_, at) =>
    signatures.some(({ id }) => toBase64(id) === toBase64(keys[at]?.id ?? new Uint8Array())),
  );
  if (key === undefined) return { fault: 'forged' };
  const times = seen.map(({ at }) => at.getTime());
  const before = times.length > 0 ? new Date(Math.min(...times)) : null;
  const witnesses = seen.filter(({ name }) => witnessKeys.some((witness) => witness.name === name));
  const facts = { origin, index, size: head.size, entry: toBase64(entry), key, before, witnesses };
  if (before && before.getTime() > log.now().getTime() + tolerance) return { fault: 'future', facts };
  const note = await log.checkpoint().catch(() => undefined);
  const unasked = { facts, log: null, isUnwitnessed: false };
  if (note === undefined) return unasked;
  const [today, kept] = await Promise.all([openCheckpoint(note, keys), keptEntries(trusted, head.origin)]).catch(
    () => [],
  );
  if (today === undefined || kept === undefined)
    return { fault: 'rewritten', facts, failed: 'unsigned', log: null, note };
  if (index >= kept) return { fault: 'lost', facts };
  const logToday = { size: today.size, witnesses: await readCosignatures(note, witnessKeys).catch(() => []) };
  try {
    const failed = await contradictionOf(proof, today, { isContinued: head.size <= kept, tile: log.tile });
    if (failed) return { fault: 'rewritten', facts, failed, log: logToday, note };
    return { facts, log: logToday, note, isUnwitnessed: witnessKeys.length > 0 && logToday.witnesses.length === 0 };
  } catch (error) {
    if (error instanceof Offline) return unasked;
    return { fault: 'rewritten', facts, failed: 'forked', log: logToday, note };
  }
}

/** Finds how today's log contradicts a receipt. A continued log may lack entries after that of the receipt. */
async function contradictionOf(
  { head, entry, index }: TlogProof & { head: Checkpoint },
  today: Checkpoint,
  { isContinued, tile }: { isContinued: boolean; tile: LogReader['tile'] },
): Promise<Contradiction | undefined> {
  if (index >= today.size || (isContinued && head.size > today.size)) return 'shorter';
  // Even if the log has not grown: a tile may differ from its checkpoint.
  const proof = await proveInclusion(hashesOf(tile, today.origin), index, today.size);
  const isIncluded = verifyInclusion(hashLeaf(entry), { ...today, index, proof });
  if (!isIncluded) return 'entry';
  return isContinued && !(await continues(head, today, tile)) ? 'forked' : undefined;
}

/** Thrown when a tile could not be fetched, which does not speak against the receipt. */
export class Offline extends Error {}

/** Returns how many entries a log kept through its changes of name. @throws Error for an unsigned one. */
async function keptEntries({ keys }: LogState, origin: string): Promise<number> {
  const statements = keys.map(async ({ statement, verifierKey }, at) => {
    if (statement === null || isFormerKeys(statement)) return [];
    const former = keys.slice(at + 1).map((key) => parseVerifierKey(key.verifierKey));
    const { from, to } = await openContinuation(statement, former);
    if (formatVerifierKey(to) !== verifierKey) throw new Error('The log was continued under another key.');
    return [from];
  });
  const all = (await Promise.all(statements)).flat();
  // Newest first; changes before this name do not matter.
  const since = all.slice(0, all.findLastIndex((from) => from.origin === origin) + 1);
  return Math.min(Infinity, ...since.map(({ size }) => size));
}

/** Whether today's log begins with the receipt's, by the hashes in its tiles. */
async function continues(older: Checkpoint, today: Checkpoint, tile: LogReader['tile']): Promise<boolean> {
  return verifyConsistency(older, today, await proveConsistency(hashesOf(tile, today.origin), older.size, today.size));
}

const hashesOf = (tile: LogReader['tile'], origin: string): ReadHashes => {
  return async (level, from, count) => {
    const bytes = await tile(tilePath({ level, index: Math.floor(from / tileWidth), width: count }), origin);
    return Array.from({ length: count }, (_, at) => bytes.slice(at * 32, at * 32 + 32));
  };
};

/** Returns the name of the log that a receipt states; undefined if it is no receipt. */
function originOf(text: string): string | undefined {
  try {
    return parseCheckpoint(text.slice(text.indexOf('\n\n') + 2)).origin;
  } catch {
    return undefined;
  }
}

async function knowsEd25519(): Promise<boolean> {
  try {
    await crypto.subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}
