import type { DeskCounts } from '@baraza/contract';
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import { keepPrepared, param } from '../../../db/prepared.ts';
import type { queueKinds } from '../../../db/schema/queue-tables.ts';
import { complaint, mdaMonthlyStats, queueCount, recusal } from '../../../db/schema/tables.ts';
import { absentFor } from '../../reference/leave.store.ts';
import { requestedOfOthers } from '../identity/identity-disclosure.ts';
import { dueWithin, type Today } from '../../reference/today.ts';
import { proposedByOthers } from '../rejection/rejection.ts';
import { kindOf, readerParams, readerValues } from '../record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';

type Kind = (typeof queueKinds)[number];

/** Reads the length of each queue, without complaints that the caller may not see. */
export async function countForDesk(db: Database, caller: Actor, today: Today): Promise<DeskCounts> {
  const [counts] = await countsStatement(db, caller).execute({ ...today, ...readerValues(caller) });
  return counts as DeskCounts;
}

/** Placeholders for the values of today, for SQL only. */
const todayParams: Today = { now: param('now'), day: param('day'), tomorrow: param('tomorrow') };
const countsStatement = keepPrepared(
  (caller: Actor) => `desk-counts-${kindOf(caller)}`,
  (db, caller) => queueCountQuery(db, readerParams(caller), todayParams),
);

/** Builds the query of the counts; exported for the test of its plan. */
export function queueCountQuery(db: Database, caller: Actor, today: Today) {
  return db
    .select({
      mine: counted('assigned'),
      toAnswer: counted('toAnswer'),
      followUp: counted('followUp', sql`(${queueCount.dueAt} at time zone 'UTC')::date <= ${today.day}::date`),
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
      toApprove: sql`cardinality(${approvalsFor(caller)})`.mapWith(Number),
    })
    .from(countsFor(caller, today));
}

function countsFor(caller: Actor, today: Today): SQL {
  const { kind, dueAt, count, accountId } = queueCount;
  const mine = or(eq(accountId, caller.accountId), inArray(accountId, absentFor(caller, today)));
  const theirs = and(countsOf(caller), or(isNull(accountId), mine));
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

function countsOf({ role, mdaId, walls }: Actor): SQL {
  if (role === 'oversight') return sql`true`;
  if (mdaId === null) return sql`false`;
  const isTheirs = sql`${queueCount.mdaId} = ${mdaId}`;
  return walls ? sql`${isTheirs} and ${queueCount.unitId} = any(${sql.param(walls)}::uuid[])` : isTheirs;
}

/** Compacts the counts of queues and months to one row each. Readers see either the old rows or the new one. */
export async function compactCounts(db: Database): Promise<void> {
  await compact(db, queueCount, ['mda_id', 'kind', 'account_id', 'due_at', 'unit_id'], ['count']);
  await compact(db, mdaMonthlyStats, ['mda_id', 'month'], ['total', 'resolved']);
}

async function compact(db: Database, table: PgTable, keys: readonly string[], counts: readonly string[]) {
  const same = sql.raw(keys.join());
  const sums = sql.raw(counts.map((name) => `sum(${name})`).join());
  const isNothing = sql.raw(counts.map((name) => `sum(${name}) = 0`).join(' and '));
  await db.execute(sql`
    with seen as (
      select array_agg(ctid) as places from ${table} group by ${same} having count(*) > 1 or (${isNothing})
    ), gone as (
      delete from ${table} where ctid = any(array(select unnest(places) from seen)) returning *
    )
    insert into ${table} (${same}, ${sql.raw(counts.join())})
    select ${same}, ${sums} from gone group by ${same} having not (${isNothing})`);
}

/** Selects, as an array, the complaints that wait for the caller's approval. */
export function approvalsFor(caller: Actor): SQL {
  if (caller.role !== 'supervisor' && caller.role !== 'oversight') return sql`'{}'::uuid[]`;
  return sql`array(${requestedOfOthers(caller)} union ${proposedByOthers(caller)})`;
}
