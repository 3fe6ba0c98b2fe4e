import type { Database } from '../../db/database.ts';
import { isErasedAudit, isFactualAudit, isVerbatimAudit, placeHash } from '../../audit/audit-chain.ts';
import {
  type AuditRow,
  type Head,
  type Link,
  readBeginning,
  readChain,
  readHeads,
  readStrays,
} from './audit-chain.store.ts';
import { StartupError } from '../../config/startup-error.ts';

export interface AuditVerdict {
  readonly entries: number;
  readonly erased: number;
  readonly faults: number;
  readonly heads: readonly Head[];
}

const chains = Array.from({ length: 16 }, (_, chain) => chain);

interface Options {
  readonly batch?: number;
  /** Heads that somebody wrote down earlier. */
  readonly known?: KnownHeads;
}

/** Verifies the chains of the audit trail in batches, and calls `tell` with a line for each fault. */
export async function verifyAudit(
  db: Database,
  tell: (line: string) => void,
  { batch = 2_000, known = new Map() }: Options = {},
): Promise<AuditVerdict> {
  const sum = { entries: 0, erased: 0, faults: 0 };
  const fault = (line: string) => {
    sum.faults += 1;
    tell(line);
  };
  const heads = await readHeads(db);
  for (const chain of chains) {
    const walk = await db.transaction((tx) => walkChain(tx, chain, batch, fault, known.get(chain)), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
    sum.entries += walk.entries;
    sum.erased += walk.erased;
  }
  for (const stray of await readStrays(db, chains)) fault(`audit ${stray.id} extra: it has no place in a chain`);
  return { ...sum, heads };
}

async function walkChain(
  db: Database,
  chain: number,
  batch: number,
  fault: (line: string) => void,
  known: { readonly seq: number; readonly hash: string } | undefined,
) {
  const sum = { entries: 0, erased: 0 };
  const head = (await readHeads(db)).find((each) => each.chain === chain);
  let before: Link = await readBeginning(db, chain);
  let kept = known === undefined || known.seq <= before.seq;
  for (let more = true; more;) {
    const rows = await readChain(db, chain, before.seq, batch);
    for (const row of rows) {
      sum.entries += 1;
      if (isErasedAudit(row)) sum.erased += 1;
      for (const line of faultsOf(row, chain, before)) fault(line);
      before = { seq: row.seq ?? 0, hash: row.hash ?? Buffer.alloc(0) };
      if (before.seq === known?.seq) kept = before.hash.toString('hex').startsWith(known.hash);
    }
    more = rows.length === batch;
  }
  for (const line of endFaults(chain, before, head)) fault(line);
  if (!kept) fault(`audit chain ${chain} entry ${known?.seq} altered: it is not the one that was written down`);
  return sum;
}

function faultsOf(row: AuditRow, chain: number, before: Link): string[] {
  const seq = row.seq ?? 0;
  const name = `audit ${row.id} (chain ${chain}, entry ${seq}, ${row.at.toISOString()}, ${row.action})`;
  const faults: string[] = [];
  const isGap = seq !== before.seq + 1;
  if (isGap) faults.push(missing(chain, before.seq + 1, seq - 1));
  if (!isFactualAudit(row)) faults.push(`${name} altered: what happened does not fit its digest`);
  else if (!isErasedAudit(row) && !isVerbatimAudit(row))
    faults.push(`${name} altered: network or detail do not fit their digest`);
  // After a gap there is nothing to compare with; the gap itself is named.
  else if (!isGap && row.hash?.equals(placeHash(before.hash, chain, seq, row.digest)) !== true)
    faults.push(`${name} altered: it does not follow entry ${before.seq} as that stands now`);
  return faults;
}

function endFaults(chain: number, last: Link, head: Head | undefined): string[] {
  if (!head) return [`audit chain ${chain} missing: nothing tells where it ends`];
  if (last.seq < head.seq) return [missing(chain, last.seq + 1, head.seq)];
  if (last.seq > head.seq)
    return [`audit chain ${chain} extra: it ends at entry ${head.seq}, and ${last.seq} is there`];
  if (!last.hash.equals(head.hash))
    return [`audit chain ${chain} differs: its end is not the hash of entry ${last.seq}`];
  return [];
}

function missing(chain: number, from: number, to: number): string {
  return `audit chain ${chain} ${from === to ? `entry ${from}` : `entries ${from} to ${to}`} missing`;
}

/** Where each chain stood, by its number. The hash may be shortened. */
export type KnownHeads = ReadonlyMap<number, { readonly seq: number; readonly hash: string }>;

/** Long enough that nobody makes another entry with it. */
const hexDigits = 32;

/** The ends of the chains in one line, to be kept where no database administrator of ours can change it. */
export function writeHeads(heads: readonly Head[]): string {
  const begun = heads.filter(({ seq }) => seq > 0);
  return begun.map(({ chain, seq, hash }) => `${chain}:${seq}:${hash.toString('hex').slice(0, hexDigits)}`).join(' ');
}

/**
 * Reads such a line back, whatever stands around it.
 * @throws StartupError when no head is in it.
 */
export function readHeadLine(line: string): KnownHeads {
  const found = [...line.matchAll(/\b(\d{1,2}):(\d{1,15}):([0-9a-f]{32})\b/gu)];
  if (found.length === 0)
    throw new StartupError('This names no heads of the audit trail. Give the line that this program printed.');
  return new Map(found.map(([, chain, seq, hash = '']) => [Number(chain), { seq: Number(seq), hash }]));
}
