import type { DeskComplaintSummary, DeskCounts, listDeskComplaints, QueryOf } from '@baraza/contract';
import { isOpen, openStates, type State, states, statusOf } from '@baraza/contract/lifecycle';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dueOrNever } from '../../db/complaint-tables.ts';
import type { Database } from '../../db/database.ts';
import { account, category, complaint, jurisdiction, mda } from '../../db/tables.ts';
import type { Caller } from '../../platform/caller.ts';
import { fromCursor, toCursor } from '../../platform/cursor.ts';
import { dayOf, startOfDay } from '../../platform/working-days.ts';
import { searchFor } from './desk-search.ts';
import { fullName, masterState } from './details.store.ts';
import { fenceOf, offeredTo } from './fence.ts';

/** When it is, and where days begin. */
export interface Today {
  readonly now: Date;
  readonly timeZone: string;
}

export type DeskQuery = QueryOf<typeof listDeskComplaints>;

const assignee = alias(account, 'assignee');
const offered = alias(mda, 'offered');
const due = dueOrNever(complaint.dueAt);

/** The query behind the desk's list; apart, so that a test can look at its plan. */
export function deskListQuery(db: Database, caller: Caller, query: DeskQuery, today: Today) {
  const sort = sortOf(query);
  const fence = query.transfer === 'offered' ? offeredTo(caller) : fenceOf(caller);
  return db
    .select({
      id: complaint.id,
      trackingId: complaint.trackingId,
      title: complaint.title,
      category: { id: category.id, name: category.name },
      mda: { id: mda.id, name: mda.name },
      jurisdiction: { id: jurisdiction.id, name: jurisdiction.name },
      citizen: { name: fullName(account) },
      state: complaint.state,
      cycle: complaint.cycle,
      assignee: { id: assignee.id, name: fullName(assignee) },
      submittedAt: complaint.submittedAt,
      dueAt: complaint.dueAt,
      restsUntil: complaint.restsUntil,
      escalatedAt: complaint.escalatedAt,
      offeredTo: { id: offered.id, name: offered.name },
      masterState: masterState(),
      version: complaint.version,
    })
    .from(complaint)
    .innerJoin(category, eq(category.id, complaint.categoryId))
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .leftJoin(jurisdiction, eq(jurisdiction.id, complaint.jurisdictionId))
    .leftJoin(assignee, eq(assignee.id, complaint.assigneeId))
    .leftJoin(offered, eq(offered.id, complaint.offeredToMdaId))
    .where(
      and(
        fence,
        inArray(complaint.state, statesIn(query.state)),
        query.transfer === 'undecided' ? eq(complaint.state, 'transfer_undecided') : undefined,
        query.escalated && isNotNull(complaint.escalatedAt),
        assignedTo(caller, query.assignee),
        query.category === undefined ? undefined : eq(complaint.categoryId, query.category),
        query.jurisdiction === undefined ? undefined : eq(complaint.jurisdictionId, query.jurisdiction),
        query.due && dueWithin(query.due, today),
        query.reopened && gt(complaint.cycle, 1),
        query.q ? searchFor(query.q, fence) : undefined,
        query.cursor === undefined ? undefined : behind(sort, query.cursor),
      ),
    )
    .orderBy(...order[sort])
    .limit(query.limit + 1);
}

type Sort = DeskQuery['sort'];

const order = {
  due: [asc(due), asc(complaint.id)],
  latest: [desc(complaint.submittedAt), desc(complaint.id)],
  oldest: [asc(complaint.submittedAt), asc(complaint.id)],
} satisfies Record<Sort, SQL[]>;

/** Nothing closed is ever due: such a list shows the latest first. */
function sortOf(query: DeskQuery): Sort {
  return query.sort === 'due' && !statesIn(query.state).some(isOpen) ? 'latest' : query.sort;
}

function statesIn(list: string | undefined): State[] {
  const named = list?.split(',');
  return states.filter((state) => (named ? named.includes(state) : isOpen(state)));
}

function assignedTo(caller: Caller, who: DeskQuery['assignee']): SQL | undefined {
  if (who === undefined) return undefined;
  return who === 'none'
    ? isNull(complaint.assigneeId)
    : eq(complaint.assigneeId, who === 'me' ? caller.accountId : who);
}

/** What is past its date is not due today any more. */
function dueWithin(when: 'today' | 'overdue', { now, timeZone }: Today): SQL {
  const instant = sql.param(now, complaint.dueAt);
  if (when === 'overdue') return lt(due, instant);
  const tomorrow = startOfDay(timeZone, dayOf(timeZone, now) + 1);
  return sql`${due} >= ${instant} and ${due} < ${sql.param(tomorrow, complaint.dueAt)}`;
}

function behind(sort: Sort, cursor: string): SQL {
  const { at, id } = fromCursor(sort, cursor);
  const place = sql`(coalesce(${sql.param(at, complaint.dueAt)}::timestamptz, 'infinity'), ${id}::uuid)`;
  if (sort === 'due') return sql`(${due}, ${complaint.id}) > ${place}`;
  const row = sql`(${complaint.submittedAt}, ${complaint.id})`;
  return sort === 'oldest' ? sql`${row} > ${place}` : sql`${row} < ${place}`;
}

/** One page of the complaints that the caller may read at the desk. */
export async function listForDesk(
  db: Database,
  caller: Caller,
  query: DeskQuery,
  today: Today,
): Promise<{ items: DeskComplaintSummary[]; nextCursor: string | null }> {
  const rows = await deskListQuery(db, caller, query, today);
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const sort = sortOf(query);
  return {
    items: shown.map(toSummary),
    nextCursor: last ? toCursor(sort, { at: sort === 'due' ? last.dueAt : last.submittedAt, id: last.id }) : null,
  };
}

type Row = Awaited<ReturnType<typeof deskListQuery>>[number];

function toSummary({ submittedAt, dueAt, restsUntil, escalatedAt, masterState, ...row }: Row): DeskComplaintSummary {
  return {
    ...row,
    status: statusOf(row.state, masterState),
    submittedDate: submittedAt.toISOString(),
    dueAt: dueAt && dueAt.toISOString(),
    restsUntil: restsUntil && restsUntil.toISOString(),
    escalated: escalatedAt !== null,
  };
}

/** How long each queue is. */
export async function countForDesk(db: Database, caller: Caller, today: Today): Promise<DeskCounts> {
  const open = inArray(complaint.state, [...openStates]);
  const offered = db
    .select({ count: sql`count(*)` })
    .from(complaint)
    .where(offeredTo(caller));
  const [counts] = await db
    .select({
      mine: counted(open, eq(complaint.assigneeId, caller.accountId)),
      unassigned: counted(open, isNull(complaint.assigneeId)),
      dueToday: counted(open, dueWithin('today', today)),
      overdue: counted(open, dueWithin('overdue', today)),
      withCitizen: counted(eq(complaint.state, 'awaiting_citizen')),
      reopened: counted(open, gt(complaint.cycle, 1)),
      open: counted(open),
      resolved: counted(eq(complaint.state, 'resolved')),
      offered: sql`${offered}`.mapWith(Number),
      undecided: counted(eq(complaint.state, 'transfer_undecided')),
      escalated: counted(open, isNotNull(complaint.escalatedAt)),
    })
    .from(complaint)
    .where(and(fenceOf(caller), or(open, eq(complaint.state, 'resolved'))));
  return counts as DeskCounts;
}

function counted(...conditions: SQL[]) {
  return sql`count(*) filter (where ${and(...conditions)})`.mapWith(Number);
}
