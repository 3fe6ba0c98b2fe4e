import * as tlog from '@baraza/transparency-log';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { findPrunedBelow } from '../office/audit/prune-audit.store.ts';
import { fullTiles } from '../log/append-to-log.ts';
import { isSignedBy, logSigner, readLogKeys, sealEntry } from '../log/log-key.ts';
import { type LogEntry, readCheckpoint, readEntries, readHashes, readPublished, readSize } from '../log/log.store.ts';

type Keys = Pick<Services, 'settings' | 'keys'>;
type Fault = (line: string) => void;

/** Recomputes the log from its entries and compares it with the signed checkpoint. */
export async function verifyTree(db: Database, keys: Keys, fault: Fault) {
  const size = await readSize(db);
  const present = tlog.toBase64((await logSigner({ ...keys, db })).key.publicKey);
  const { known, foreign } = await readLogKeys({ ...keys, db });
  for (const { verifierKey } of foreign) fault(`log key ${verifierKey} is foreign: the log's own key does not list it`);
  // The address may have changed: only the key counts.
  const own = known.filter(({ key }) => tlog.toBase64(key.publicKey) === present);
  const sealedFrom = Math.min(size, await readSealedFrom(own));
  await verifyEntries(db, { size, sealedFrom, ...keys }, fault);
  await verifyNodes(db, size, fault);
  const newest = await readCheckpoint(db);
  if (newest !== undefined || size > 0) await verifyCheckpoint(db, newest ?? '', { size, keys: keysOf(own) }, fault);
  const published = await readPublished(db);
  if (published && !(await isSignedBy(published.published, keysOf(known))))
    fault('published log checkpoint is not signed by the log');
  return { entries: size, sealedFrom };
}

type KeyRows = Awaited<ReturnType<typeof readLogKeys>>['known'];

const keysOf = (rows: KeyRows) => rows.map(({ key }) => key);

/** Reads from which entry on the present key sealed them: from the first, unless it signed that there were former keys. */
async function readSealedFrom(own: KeyRows): Promise<number> {
  const former = own.map(({ statement }) => tlog.openFormerKeys(statement ?? '', keysOf(own)).catch(() => undefined));
  const sizes = (await Promise.all(former)).flatMap((list) => list?.size ?? []);
  return sizes.length === 0 ? 0 : Math.min(...sizes, ...own.map(({ firstIndex }) => firstIndex));
}

interface Entries extends Keys {
  readonly size: number;
  /** First entry that the present key sealed; it cannot check earlier ones. */
  readonly sealedFrom: number;
}

async function verifyEntries(db: Database, { size, sealedFrom, keys }: Entries, fault: Fault): Promise<void> {
  for (let from = 0; from < size; from += tlog.tileWidth) {
    const rows = await readEntries(db, from, tlog.tileWidth);
    const indices = new Set(rows.map(({ index }) => index));
    for (let index = from; index < Math.min(size, from + tlog.tileWidth); index += 1)
      if (!indices.has(index)) fault(`log entry ${index} missing`);
    for (const { seal, ...entry } of rows) {
      if (entry.index < sealedFrom || seal.equals(sealEntry(keys.logSeal, entry))) continue;
      fault(`log entry ${entry.index} (${await nameEvent(db, entry)}) altered: its seal does not fit`);
    }
    const leaves = rows.map(({ entry }) => tlog.hashLeaf(entry));
    if (rows.length === tlog.tileWidth) await compareNode(db, 1, from / tlog.tileWidth, leaves, fault);
  }
}

async function verifyNodes(db: Database, size: number, fault: Fault): Promise<void> {
  const read = readHashes(db);
  for (const { level, tile } of fullTiles(0, size)) {
    // `verifyEntries` compares the leaves.
    if (level === 0) continue;
    await compareNode(db, level + 1, tile, await read(level, tile * tlog.tileWidth, tlog.tileWidth), fault);
  }
}

async function compareNode(db: Database, level: number, index: number, below: readonly Uint8Array[], fault: Fault) {
  const [stored] = await readHashes(db)(level, index, 1);
  const hash = below.length === tlog.tileWidth ? tlog.toBase64(tlog.hashTile(below)) : undefined;
  if (!stored || tlog.toBase64(stored) !== hash)
    fault(`log tile ${level - 1}/${index} differs from what is stored of it`);
}

async function verifyCheckpoint(
  db: Database,
  note: string,
  { size, keys }: { readonly size: number; readonly keys: readonly tlog.VerifierKey[] },
  fault: Fault,
): Promise<void> {
  const signed: tlog.Checkpoint | undefined = await tlog.openCheckpoint(note, keys).catch(() => undefined);
  if (signed === undefined) return fault('log checkpoint is not signed by the log');
  if (signed.size !== size) return fault(`log has ${size} entries, and ${signed.size} were signed`);
  const root = await tlog.rootOf(readHashes(db), signed.size).catch(() => new Uint8Array());
  if (tlog.toBase64(root) !== tlog.toBase64(signed.root))
    fault(`log differs from its checkpoint: its first ${signed.size} entries are not those that were signed`);
}

/** Fault of an event. The name is tracking ID and number, or an entry of the audit trail. */
export type EventFault = { readonly name: string; readonly kind: 'altered' | 'missing' | 'extra' | 'erased' };

const mostNamed = 1_000;

/** All present events of every source. */
const events = sql`(
  select 'complaint' as source, complaint_id as subject, seq, digest, salt is null as erased from complaint_event
  union all select 'feedback', feedback_id, seq, digest, salt is null from feedback_event
  union all select 'audit', id, 0, digest, salt is null and not exists (select from erasure where account_id = actor_id)
    from audit
  union all select 'tombstone', id, 0, digest, false from log_tombstone)`;

const name = sql`case source
  when 'audit' then 'audit ' || subject
  when 'tombstone' then 'tombstone ' || subject
  else coalesce((select tracking_id from complaint where id = subject), (select tracking_id from feedback where id = subject),
    source || ' ' || subject) || ' event ' || seq end`;

/** Names an event of the log by its tracking ID. */
export async function nameEvent(db: Database, of: Omit<LogEntry, 'index' | 'entry'>): Promise<string> {
  const event = sql`(select ${of.source}::text as source, ${of.subject}::uuid as subject, ${of.seq}::int as seq) as any_event`;
  const { rows } = await db.execute<{ name: string }>(sql`select ${name} as name from ${event}`);
  return rows[0]?.name ?? '';
}

/** Finds events that differ from the log, and words erased without a tombstone. */
export async function findEventFaults(db: Database): Promise<EventFault[]> {
  const below = await findPrunedBelow(db);
  const run = async (statement: SQL) => (await db.execute<EventFault>(statement)).rows;
  const isBuried = (seq: SQL) => sql`exists (select from log_tombstone t
    where t.source = source and t.subject = any_event.subject and ${seq})`;
  const differing = await run(sql`
    select ${name} as name, case when entry is null then 'extra' when digest is null then 'missing' else 'altered' end as kind
    from (
      select source, subject, seq, digest, coalesce(l.entry, p.entry) as entry, l.index
      from ${events} e full join log_entry l using (source, subject, seq)
      left join log_pending p using (source, subject, seq)
      where digest is distinct from coalesce(l.entry, p.entry)) as any_event
    where digest is not null or not (source = 'audit' and index < ${below}::bigint or ${isBuried(sql`t.seq is null`)})
    order by source, subject, seq limit ${mostNamed}`);
  const erased = await run(sql`
    select ${name} as name, 'erased' as kind from ${events} any_event
    where erased and not ${isBuried(sql`coalesce(t.seq, any_event.seq) = any_event.seq`)}
    order by source, subject, seq limit ${mostNamed}`);
  return [...differing, ...erased];
}
