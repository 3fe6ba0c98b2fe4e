import {
  type DeskComplaintSummary,
  type Filter,
  type listDeskComplaints,
  type QueryOf,
  valuesOf,
} from '@baraza/contract';
import type { TimerKind } from '@baraza/contract/complaint/history-entry';
import { isOpen, states, statusOf } from '@baraza/contract/complaint/lifecycle';
import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { keepPrepared, oneRow, param, partOf } from '../../../db/prepared.ts';
import { dueOrNever } from '../../../db/schema/complaint-tables.ts';
import { account, area, category, complaint, file, jurisdiction, mda, unit } from '../../../db/schema/tables.ts';
import { behindCursor, fromCursor, type Page, type Place, toCursor } from '../../../http/cursor.ts';
import { listAbsentFor } from '../../reference/leave.store.ts';
import { dueWithin, type Today } from '../../reference/today.ts';
import { senderName } from '../../../domain/person-name.ts';
import {
  correctWords,
  findSome,
  isSearchedFor,
  placeholdersFor,
  searchFor,
  type SearchScope,
  type Sought,
  soughtBy,
} from './desk-search.ts';
import { mergedCount, parentState } from '../record/details.store.ts';
import { fullName } from '../../reference/staff.store.ts';
import { isIdentified } from './caller.store.ts';
import { conditionsOf, statesIn } from './filter.ts';
import type { IsCommon } from './common-words.ts';
import {
  kindOf,
  offeredTo,
  readerParams,
  readerValues,
  type VisibleTo,
  visibleTo,
  within,
} from '../record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';
import { stackAlike } from './stack-alike.ts';

/** A filter, perhaps with words; `mine` holds the caller and those for whom they stand in, `day` is today. */
type Narrowed = Filter & { readonly q?: string; readonly mine?: readonly string[]; readonly day?: string };
export type DeskQuery = Narrowed & QueryOf<typeof listDeskComplaints>;

const assignee = alias(account, 'assignee');
const offered = alias(mda, 'offered');
const due = dueOrNever(complaint.dueAt);

/**
 * Reads rows by id. The ids come from a subselect, so that PostgreSQL does not know how few they are: otherwise it would plan all
 * these joins anew for each short page. Without the outer cast to an array, `any (select …)` is a subquery.
 */
function rowsQuery(db: Database) {
  return db
    .select({
      ...pick(complaint, [
        'id',
        'trackingId',
        'identity',
        'title',
        'state',
        'cycle',
        'version',
        'submittedAt',
        'updatedAt',
        'dueAt',
        'pausedUntil',
        'escalatedAt',
        'citizenWroteAt',
        'priority',
        'tags',
        'followUpOn',
      ]),
      category: { id: category.id, name: category.name },
      mda: { id: mda.id, name: mda.name },
      jurisdiction: { id: jurisdiction.id, name: jurisdiction.name },
      place: sql<
        string | null
      >`coalesce(${jurisdiction.name}, (select name from ${area} where code = ${complaint.areaCode}))`,
      citizen: { firstName: account.firstName, lastName: account.lastName },
      assignee: { id: assignee.id, name: fullName(assignee) },
      dueTimer: sql<TimerKind | null>`case when ${complaint.dueAt} = ${complaint.acknowledgeDueAt} then 'acknowledge'
        when ${complaint.dueAt} = ${complaint.replyDueAt} then 'reply' when ${complaint.dueAt} is not null then 'resolve' end`,
      unit: { id: unit.id, name: unit.name },
      offeredTo: { id: offered.id, name: offered.name },
      hasFiles: sql<boolean>`exists (select from ${file} where ${file.complaintId} = ${complaint.id})`,
      merged: mergedCount(param('accountId')),
      parentState: parentState(param('accountId')),
    })
    .from(complaint)
    .innerJoin(category, eq(category.id, complaint.categoryId))
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .leftJoin(jurisdiction, eq(jurisdiction.id, complaint.jurisdictionId))
    .leftJoin(assignee, eq(assignee.id, complaint.assigneeId))
    .leftJoin(unit, eq(unit.id, complaint.unitId))
    .leftJoin(offered, eq(offered.id, complaint.offeredToMdaId))
    .where(sql`${complaint.id} = any((select ${param('ids')}::uuid[])::uuid[])`);
}

/** The present day, and which words are common. */
interface Reading {
  readonly today: Today;
  readonly isCommon: IsCommon;
}

/** Finds the ids of a page and one more. Their rows are read by `rowsQuery`, whose plan of many joins serves every page. */
export function deskListQuery(caller: Actor, query: DeskQuery, reading: Reading): SQL {
  const wanted = and(wantedOf(caller, query), ...conditionsAt(caller, query, reading));
  return sql`select ${complaint.id} from ${complaint} where ${wanted} order by ${order[sortOf(query)]} limit ${query.limit + 1}`;
}

/** Conditions by the words and by the present moment. */
function conditionsAt(caller: Actor, query: Narrowed, { today, isCommon }: Reading): (SQL | undefined)[] {
  const found = query.q ? searchFor(soughtBy(query.q, isCommon), scopeOfList(caller, query)) : undefined;
  return [found, query.due && dueWithin(due, query.due, today)];
}

/** Counts the complaints that a list finds on all its pages. */
export async function totalForDesk(db: Database, caller: Actor, query: Narrowed, reading: Reading): Promise<number> {
  const own = { ...query, ...(await readerOf(db, caller, query, reading.today)) };
  return db.$count(complaint, within(matching(caller, own), ...conditionsAt(caller, own, reading)));
}

/** Returns what a filter needs of its reader: today, and for whom they stand in where it asks for theirs. */
async function readerOf(db: Database, caller: Actor, { assignee }: Narrowed, today: Today) {
  const isAsked = valuesOf(assignee).includes('me');
  return { mine: [caller.accountId, ...(isAsked ? await listAbsentFor(db, caller, today) : [])], day: today.day };
}

/** Returns which complaints of a list the caller may read. Notes are for the MDA that has the complaint, and for oversight. */
function scopeOfList(caller: Actor, { transfer }: Narrowed): SearchScope {
  const identified = isIdentified(caller);
  if (transfer === 'offered')
    return { readable: offeredTo(caller), mdaId: undefined, readsNotes: caller.role === 'oversight', identified };
  return { readable: visibleTo(caller), mdaId: caller.mdaId ?? undefined, readsNotes: true, identified };
}

function wantedOf(caller: Actor, query: DeskQuery): VisibleTo {
  const { updatedSince: since, state = since && states.join(), cursor } = query;
  // A change is dated before it commits, and then stands behind the place to which a program has read.
  const isChanged = since && sql`${complaint.updatedAt} >= ${since}::timestamptz - interval '15 minutes'`;
  return within(matching(caller, { ...query, state }), isChanged || undefined, behind(sortOf(query), cursor));
}

/** Complaints that match the filter of a list, but for `due`. */
function matching(caller: Actor, query: Narrowed): VisibleTo {
  const { mine = [caller.accountId], day = '' } = query;
  return within(scopeOfList(caller, query).readable, ...conditionsOf(query, { caller, mine, day }));
}

/** Size of the head of a list: it is searched, and complaints that look alike are gathered there. */
const headSize = 500;

/**
 * Searches the head of a list, and tells whether that suffices: for a full page, or a list that ends there. It contains common words,
 * for which an index would collect too many complaints.
 */
function headQuery(db: Database, { caller, query, sought, limit }: Search) {
  const inner = order[sortOf(query)];
  const listed = sql`from ${complaint} where ${wantedOf(caller, query)}`;
  const head = sql`select * ${listed} order by ${inner} limit ${headSize}`;
  const found = sql`select ${complaint.id} from (${head}) as complaint
    where ${isSearchedFor(sought, scopeOfList(caller, query))} order by ${inner} limit ${limit}`;
  return db
    .select({
      ids: sql<string[]>`ids`,
      suffices: sql<boolean>`case when cardinality(ids) = ${limit}::int then true
        else (select count(*) from (select ${listed} limit ${headSize}) as list) < ${headSize} end`,
    })
    .from(sql`(select array(${found}) as ids offset 0) as hit`);
}

type Sort = DeskQuery['sort'] | 'updated';

const order = {
  due: sql`${due}, ${complaint.submittedAt}, ${complaint.id}`,
  latest: sql`${complaint.submittedAt} desc, ${complaint.id} desc`,
  oldest: sql`${complaint.submittedAt}, ${complaint.id}`,
  updated: sql`${complaint.updatedAt}, ${complaint.id}`,
} satisfies Record<Sort, SQL>;

/** Returns the order of a list. Filters by due date or change fix it; closed complaints have none, so their list starts with the latest. */
function sortOf(query: DeskQuery): Sort {
  if (query.updatedSince !== undefined) return 'updated';
  if (query.due !== undefined) return 'due';
  return query.sort === 'due' && !statesIn(query.state).some(isOpen) ? 'latest' : query.sort;
}

function behind(sort: Sort, cursor: string | undefined): SQL | undefined {
  if (sort === 'updated') return behindCursor(sort, cursor, { at: complaint.updatedAt, id: complaint.id }, 'oldest');
  if (sort !== 'due') return behindCursor(sort, cursor, { at: complaint.submittedAt, id: complaint.id }, sort);
  if (cursor === undefined) return undefined;
  // A cursor without the second time was made up.
  const { at, id, second = new Date(0) } = fromCursor(sort, cursor);
  const time = sql`coalesce(${sql.param(at, complaint.dueAt)}::timestamptz, 'infinity')`;
  const arrival = sql.param(second, complaint.submittedAt);
  return sql`(${due}, ${complaint.submittedAt}, ${complaint.id}) > (${time}, ${arrival}::timestamptz, ${id}::uuid)`;
}

/** Lists one page of the complaints that the caller may read at the desk. */
export async function listForDesk(
  db: Database,
  caller: Actor,
  query: DeskQuery,
  reading: Reading,
): Promise<Page<DeskComplaintSummary> & { corrected?: string }> {
  const own = { ...query, ...(await readerOf(db, caller, query, reading.today)) };
  if (query.together && !query.q) {
    const page = await readStacks(db, caller, own, reading);
    if (page) return page;
  }
  const typed = await readPage(db, caller, own, reading);
  const corrected =
    typed.length === 0 && query.q ? await correctWords(db, query.q, scopeOfList(caller, query)) : undefined;
  const ids = corrected === undefined ? typed : await readPage(db, caller, { ...own, q: corrected }, reading);
  const shown = await readRows(db, caller, ids.slice(0, query.limit));
  const last = ids.length > query.limit ? shown.at(-1) : undefined;
  const sort = sortOf(query);
  return {
    items: shown.map((row) => toSummary(row)),
    nextCursor: last ? toCursor(sort, placeOf(sort, last)) : null,
    ...(corrected !== undefined && ids.length > 0 && { corrected }),
  };
}

/** Reads a page on which complaints that look alike stand together; undefined past the head of the list, where each stands alone. */
async function readStacks(
  db: Database,
  caller: Actor,
  query: DeskQuery,
  reading: Reading,
): Promise<Page<DeskComplaintSummary> | undefined> {
  const sort = sortOf(query);
  // One short statement and one pass, however long the list is; only what the caller may read is compared.
  const head = await db
    .select({
      ...pick(complaint, [
        'id',
        'mdaId',
        'categoryId',
        'title',
        'submittedAt',
        'updatedAt',
        'areaCode',
        'lat',
        'lon',
        'dueAt',
      ]),
      person: sql<string>`case when ${complaint.identity} = 'named' then ${complaint.citizenId} else ${complaint.id} end`,
      isBehind: sql<boolean>`${behind(sort, query.cursor) ?? sql`true`}`,
    })
    .from(complaint)
    .where(within(wantedOf(caller, { ...query, cursor: undefined }), ...conditionsAt(caller, query, reading)))
    .orderBy(order[sort])
    .limit(headSize);
  const stacks = stackAlike(head).filter(([first]) => first?.isBehind);
  if (stacks.length === 0 && query.cursor !== undefined) return undefined;
  const shown = stacks.slice(0, query.limit);
  const rows = await readRows(
    db,
    caller,
    shown.flat().map(({ id }) => id),
  );
  const stackOf = new Map(
    shown.flatMap((all) => {
      const stack = { leader: all[0]?.id ?? '', people: new Set(all.map(({ person }) => person)).size };
      return all.length > 1 ? all.map(({ id }) => [id, stack] as const) : [];
    }),
  );
  const isLast = stacks.length <= query.limit;
  const last = isLast ? head.at(-1) : shown.at(-1)?.[0];
  return {
    items: rows.map((row) => toSummary(row, stackOf.get(row.id))),
    nextCursor: last && !(isLast && head.length < headSize) ? toCursor(sort, placeOf(sort, last)) : null,
  };
}

/** Reads the ids of a page: rare words through the index, common ones from the head of the list, others by the full query. */
async function readPage(db: Database, caller: Actor, query: DeskQuery, reading: Reading): Promise<string[]> {
  if (query.q && !query.due) {
    const { search, name, values } = searchOf(caller, query, soughtBy(query.q, reading.isCommon));
    if (!search.sought.words.every((word) => word.isCommon)) {
      const [hit] = await (name ? rareStatement(db, search, name).execute(values) : rareQuery(db, search));
      if (hit && hit.found <= few) return hit.ids;
    }
    const [head] = await (name ? headStatement(db, search, name).execute(values) : headQuery(db, search));
    if (head?.suffices) return head.ids;
  }
  const { rows } = await db.execute<{ id: string }>(deskListQuery(caller, query, reading));
  return rows.map(({ id }) => id);
}

/** Search with its own words, or with placeholders for a kept statement. */
interface Search {
  readonly caller: Actor;
  readonly query: DeskQuery;
  readonly sought: Sought;
  readonly limit: number | Placeholder;
}

/** Number of matches up to which they are sorted after the index found them. */
const few = 100;

/** Reads a page by rare words, and how many complaints hold them. */
function rareQuery(db: Database, { caller, query, sought, limit }: Search) {
  return db
    .with(partOf(db, 'hit', findSome(sought, scopeOfList(caller, query), few + 1)))
    .select({
      found: sql<number>`(select count(*) from hit)::int`,
      ids: sql<string[]>`array(select ${complaint.id} from ${complaint}
        where ${complaint.id} in (select id from hit) and ${wantedOf(caller, query)}
        order by ${order[sortOf(query)]} limit ${limit})`,
    })
    .from(oneRow);
}

const rareStatement = keepPrepared((_: Search, name: string) => `desk-rare-${name}`, rareQuery);
const headStatement = keepPrepared((_: Search, name: string) => `desk-first-${name}`, headQuery);

/** Number of words up to which the statement of a search is kept. */
const wordsKept = 4;

/** Builds a search, with placeholders and a name if its statement is kept. With filters there would be too many to keep. */
function searchOf(caller: Actor, query: DeskQuery, words: Sought) {
  const limit = query.limit + 1;
  const own: Search = { caller, query, sought: words, limit };
  if (!isPlain(query) || own.sought.words.length > wordsKept) return { search: own };
  const { sought, values, shape } = placeholdersFor(own.sought);
  const name = [kindOf(caller), sortOf(query), shape].join('-');
  const search: Search = { caller: readerParams(caller), query, sought, limit: sql.placeholder('limit') };
  return { search, name, values: { ...values, ...readerValues(caller), limit } };
}

// `mine` and `day` matter only together with `assignee` and `followUp`.
const plain = new Set(['q', 'sort', 'limit', 'state', 'mine', 'day']);
const isPlain = (query: DeskQuery) =>
  statesIn(query.state).length === states.length &&
  Object.entries(query).every(([name, value]) => value === undefined || plain.has(name));

/** Reads rows in the order of the ids. Rows out of the caller's reach by now are missing. */
async function readRows(db: Database, { accountId }: Actor, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await rowsStatement(db).execute({ ids, accountId })).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

const rowsStatement = keepPrepared('desk-rows', rowsQuery);

type Placed = Pick<Row, 'id' | 'dueAt' | 'submittedAt' | 'updatedAt'>;

function placeOf(sort: Sort, { id, dueAt, submittedAt, updatedAt }: Placed): Place {
  if (sort === 'updated') return { at: updatedAt, id };
  return sort === 'due' ? { at: dueAt, second: submittedAt, id } : { at: submittedAt, id };
}

type Row = Awaited<ReturnType<typeof rowsQuery>>[number];

function toSummary(found: Row, stack?: DeskComplaintSummary['stack']): DeskComplaintSummary {
  const { submittedAt, updatedAt, dueAt, pausedUntil, escalatedAt, citizenWroteAt, parentState, ...row } = found;
  return {
    ...row,
    ...(stack && { stack }),
    citizenWroteAt: citizenWroteAt && citizenWroteAt.toISOString(),
    citizen: { name: senderName(row, row.citizen) },
    status: statusOf(row.state, parentState),
    submittedDate: submittedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    dueAt: dueAt && dueAt.toISOString(),
    pausedUntil: pausedUntil && pausedUntil.toISOString(),
    escalated: escalatedAt !== null,
  };
}
