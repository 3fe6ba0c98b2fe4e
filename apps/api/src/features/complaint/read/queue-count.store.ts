import type { DeskCounts } from '@baraza/contract';
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import type { queueKinds } from '../../../db/schema/queue-tables.ts';
import { complaint, recusal, queueCount } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { countIdentityRequests } from '../../identity-disclosure/identity-disclosure.store.ts';
import { dueWithin, type Today } from '../../sla/today.ts';

type Kind = (typeof queueKinds)[number];

/**
 * How long each queue is. Reads what the trigger `complaint_queues` counted, and of complaints those alone that are kept from the caller,
 * which are taken off, and those of which somebody waits to be shown who sent them.
 */
export async function countForDesk(db: Database, caller: Caller, today: Today): Promise<DeskCounts> {
  const [counts] = await queueCountQuery(db, caller, today);
  return counts as DeskCounts;
}

/** The query behind it; apart, so that a test can look at its plan. */
export function queueCountQuery(db: Database, caller: Caller, today: Today) {
  return db
    .select({
      mine: counted('assigned'),
      unassigned: counted('unassigned'),
      dueToday: counted('due', dueWithin(queueCount.dueAt, 'today', today)),
      overdue: counted('due', dueWithin(queueCount.dueAt, 'overdue', today)),
      withCitizen: counted('withCitizen'),
      reopened: counted('reopened'),
      open: counted('open'),
      resolved: counted('resolved'),
      offered: counted('offered'),
      undecided: counted('undecided'),
      escalated: counted('escalated'),
      identityRequested: countIdentityRequests(caller),
    })
    .from(countsFor(caller));
}

/** What is counted for the caller, under the name of the table. */
function countsFor(caller: Caller): SQL {
  const { kind, dueAt, count, accountId } = queueCount;
  const theirs = and(countsOf(caller), or(ne(kind, 'assigned'), eq(accountId, caller.accountId)));
  return sql`(
    select ${kind}, ${dueAt}, ${count} from ${queueCount} where ${theirs}
    union all
    select queue_count.kind, queue_count.due_at, -1 from ${recusal}
      join ${complaint} on ${complaint.id} = ${recusal.complaintId}, lateral complaint_queues_of(complaint) as queue_count
      where ${recusal.accountId} = ${caller.accountId} and ${theirs}
  ) as queue_count`;
}

function counted(kind: Kind, more?: SQL) {
  const which = and(eq(queueCount.kind, kind), more);
  return sql`coalesce(sum(${queueCount.count}) filter (where ${which}), 0)`.mapWith(Number);
}

/** The counts of the MDAs whose complaints the caller has. */
function countsOf({ role, mdaId }: Caller): SQL {
  if (role === 'oversight') return sql`true`;
  return mdaId === null ? sql`false` : eq(queueCount.mdaId, mdaId);
}

/**
 * Each date on which something of the caller's MDA is due, as `day(mda_id, at)`. There are as many as there are days,
 * however many complaints there are.
 */
export function datesDue(caller: Caller, when: 'today' | 'overdue', today: Today): SQL {
  const which = and(countsOf(caller), eq(queueCount.kind, 'due'), dueWithin(queueCount.dueAt, when, today));
  return sql`(select distinct ${queueCount.mdaId}, ${queueCount.dueAt} from ${queueCount} where ${which}) as day(mda_id, at)`;
}

/**
 * Puts one row in the place of all that tell of the same queue. Who reads meanwhile sees either those or this. To be called by
 * one process at a time; where two do, what one has taken is gone for the other.
 */
export async function compactQueueCounts(db: Database): Promise<void> {
  const same = sql`mda_id, kind, account_id, due_at`;
  await db.execute(sql`
    with seen as (
      select ctid as place, count(*) over (partition by ${same}) as rows, sum(count) over (partition by ${same}) as total
      from ${queueCount}
    ), gone as (
      delete from ${queueCount} where ctid = any(array(select place from seen where rows > 1 or total = 0)) returning *
    )
    insert into ${queueCount} (${same}, count)
    select ${same}, sum(count) from gone group by ${same} having sum(count) <> 0`);
}

/** A queue whose count is not what the complaints say. */
export interface QueueGap {
  readonly mdaName: string;
  readonly kind: Kind;
  readonly counted: number;
  readonly there: number;
}

/** Compares the counts with the complaints themselves; at most a hundred gaps. */
export async function readQueueGaps(db: Database): Promise<QueueGap[]> {
  const { rows } = await db.execute<{ mda: string; kind: Kind; counted: string; there: string }>(sql`
    select mda.name as mda, kind, sum(counted) as counted, sum(there) as there from (
      select mda_id, kind, account_id, due_at, count as counted, 0 as there from ${queueCount}
      union all
      select q.mda_id, q.kind, q.account_id, q.due_at, 0, 1 from complaint c, lateral complaint_queues_of(c) q
    ) as each_one left join mda on mda.id = mda_id
    group by mda_id, mda.name, kind, account_id, due_at having sum(counted) <> sum(there)
    order by mda.name, kind, due_at limit 100`);
  return rows.map(({ mda, kind, counted, there }) => {
    return { mdaName: mda, kind, counted: Number(counted), there: Number(there) };
  });
}
