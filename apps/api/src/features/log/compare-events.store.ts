import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { findPrunedBelow } from '../audit/prune-audit.store.ts';
import type { LogEntry } from './log.store.ts';

export interface EventFault {
  /** Tracking id and number, or the entry of the audit trail. */
  readonly name: string;
  readonly kind: 'altered' | 'missing' | 'extra' | 'erased';
}

/** Faults of one kind that are named at most. */
const mostNamed = 1_000;

/** All events as they stand now, wherever they are kept. */
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

/** Names an event of the log as people do. */
export async function nameEvent(
  db: Database,
  { source, subject, seq }: Omit<LogEntry, 'index' | 'entry'>,
): Promise<string> {
  const event = sql`(select ${source}::text as source, ${subject}::uuid as subject, ${seq}::int as seq) as any_event`;
  const { rows } = await db.execute<{ name: string }>(sql`select ${name} as name from ${event}`);
  return rows[0]?.name ?? '';
}

/** Finds events that differ from the log, and words erased without a tombstone. */
export async function findEventFaults(db: Database): Promise<EventFault[]> {
  const below = await findPrunedBelow(db);
  const run = async (statement: SQL) =>
    (await db.execute<Record<'name' | 'kind', string>>(statement)).rows as unknown as EventFault[];
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
