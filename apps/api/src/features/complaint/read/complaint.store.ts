import type { ComplaintCounts, ComplaintSummary, listComplaints, QueryOf } from '@baraza/contract';
import { type State, type Status, statesOf, statusOf } from '@baraza/contract/complaint/lifecycle';
import { and, asc, count, desc, eq, ilike, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { keepPrepared, param } from '../../../db/prepared.ts';
import { category, complaint, mda, notification, survey } from '../../../db/schema/tables.ts';
import { fromCursor, toPage } from '../../../http/cursor.ts';
import { patternOf, trackingTail, wordQuery } from '../../../domain/search-words.ts';
import { parentState } from '../record/details.store.ts';
import { ownedBy, within } from '../record/visibility.ts';

type ComplaintQuery = QueryOf<typeof listComplaints>;

const listed = {
  ...pick(complaint, ['id', 'trackingId', 'title', 'incidentDate', 'submittedAt', 'state', 'cycle']),
  categoryId: category.id,
  categoryName: category.name,
  mdaId: mda.id,
  mdaName: mda.name,
  parentState: parentState(),
  rating: survey.rating,
  description: survey.description,
  surveyedAt: survey.createdAt,
  unread: hasUnreadUpdates(param('citizenId')),
};

/** A row in PostgreSQL's JSON, where instants are texts. */
interface Row extends Omit<ComplaintSummary, 'submittedDate' | 'category' | 'mda' | 'survey' | 'status'> {
  readonly submittedAt: string;
  readonly categoryId: string;
  readonly categoryName: string;
  readonly mdaId: string;
  readonly mdaName: string;
  readonly parentState: State | null;
  /** From the survey, if there is one. */
  readonly rating: number | null;
  readonly description: string | null;
  readonly surveyedAt: string | null;
}

/** Reads the page as one JSON text, which Node decodes faster than rows. */
const listStatement = keepPrepared(nameOf, (db, query: ComplaintQuery) => {
  const order = query.sort === 'oldest' ? asc : desc;
  // The alias becomes the key in JSON.
  const columns = Object.entries(listed).map(([key, value]) => [key, sql`${value}`.as(key)]);
  const rows = db
    .select(Object.fromEntries(columns))
    .from(complaint)
    .innerJoin(category, eq(category.id, complaint.categoryId))
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .leftJoin(survey, and(eq(survey.complaintId, complaint.id), eq(survey.cycle, complaint.cycle)))
    .where(
      within(
        ownedBy(param('citizenId')),
        query.status && inArray(stateRead(), statesOf(query.status)),
        query.category === undefined ? undefined : eq(complaint.categoryId, param('category')),
        query.q ? matches() : undefined,
        query.cursor === undefined ? undefined : behind(query.sort),
      ),
    )
    .orderBy(order(complaint.submittedAt), order(complaint.id))
    .limit(sql.placeholder('limit'))
    .as('listed');
  return db.select({ rows: sql<Row[]>`coalesce(json_agg(listed), '[]')` }).from(rows);
});

/** The state behind the status that the citizen reads: a merged complaint has that of its parent. */
function stateRead() {
  return sql<State>`coalesce(${parentState()}, ${complaint.state})`;
}

/** Lists one page of the citizen's own complaints; the search finds these names of MDAs and categories too. */
export async function listComplaintsOf(db: Database, citizenId: string, query: ComplaintQuery, named: string[] = []) {
  const { sort, category, q, cursor, limit } = query;
  const place = cursor === undefined ? undefined : fromCursor(sort, cursor);
  const values = {
    citizenId,
    category,
    limit: limit + 1,
    pattern: q && patternOf(q),
    words: q && wordQuery(q),
    tail: q && trackingTail(q),
    named,
  };
  const [listed] = await listStatement(db, query).execute({ ...values, id: place?.id, at: place?.at?.toISOString() });
  const page = toPage(sort, listed!.rows, limit, ({ submittedAt: at, id }) => ({ at: new Date(at), id }));
  return { ...page, items: page.items.map(toSummary) };
}

/** Names the prepared statement of a query by its filters. Each SQL text needs its own name. */
function nameOf({ sort, status, category, q, cursor }: ComplaintQuery): string {
  const conditions = [category !== undefined && 'category', q && 'words', cursor !== undefined && 'cursor'];
  return ['citizen-list', sort, status ?? 'all', ...conditions.filter(Boolean)].join('-').toLowerCase();
}

function toSummary({ submittedAt, categoryId, categoryName, mdaId, mdaName, ...row }: Row): ComplaintSummary {
  const { rating, description, surveyedAt, parentState, ...shown } = row;
  const hasSurvey = rating !== null && description !== null && surveyedAt !== null;
  return {
    ...shown,
    submittedDate: new Date(submittedAt).toISOString(),
    category: { id: categoryId, name: categoryName },
    mda: { id: mdaId, name: mdaName },
    status: statusOf(row.state, parentState),
    survey: hasSurvey ? { rating, description, createdAt: new Date(surveyedAt).toISOString() } : null,
  };
}

function behind(sort: 'latest' | 'oldest'): SQL {
  const place = sql`(${param('at')}::timestamptz, ${param('id')}::uuid)`;
  const row = sql`(${complaint.submittedAt}, ${complaint.id})`;
  return sort === 'oldest' ? sql`${row} > ${place}` : sql`${row} < ${place}`;
}

function matches(): SQL | undefined {
  return or(
    ...[mda.name, category.name].map((column) => sql`${column} = any(${param('named')}::text[])`),
    ...[complaint.title, mda.name, category.name].map((column) => ilike(column, param('pattern'))),
    sql`(${complaint.search} || ${complaint.conversation}) @@ to_tsquery('simple', ${param('words')})`,
    sql`starts_with(reverse(${complaint.trackingId}), ${param('tail')})`,
  );
}

function hasUnreadUpdates(citizenId: string) {
  const unread = and(
    eq(notification.accountId, citizenId),
    eq(notification.complaintId, complaint.id),
    isNull(notification.readAt),
  );
  return sql<boolean>`exists (select from ${notification} where ${unread})`;
}

/** Counts the citizen's complaints by status, and those with something to do or read. */
export async function countComplaintsOf(db: Database, citizenId: string): Promise<ComplaintCounts> {
  const [counts] = await countsStatement(db).execute({ citizenId });
  return counts as ComplaintCounts;
}

const countsStatement = keepPrepared('citizen-counts', (db) => {
  const hasNews = and(ne(complaint.state, 'awaiting_citizen'), hasUnreadUpdates(param('citizenId'))) as SQL;
  const inStatus = (status: Status) => counted(inArray(stateRead(), statesOf(status)));
  return db
    .select({
      Resolved: inStatus('Resolved'),
      Processing: inStatus('Processing'),
      Pending: inStatus('Pending'),
      Canceled: inStatus('Canceled'),
      total: count(),
      surveysToTake: counted(sql`${complaint.state} = 'resolved' and ${survey.complaintId} is null`),
      answersToGive: counted(eq(complaint.state, 'awaiting_citizen')),
      complaintToAnswer: oneOf(eq(complaint.state, 'awaiting_citizen')),
      updatesToRead: counted(hasNews),
      complaintToRead: oneOf(hasNews),
    })
    .from(complaint)
    .leftJoin(survey, and(eq(survey.complaintId, complaint.id), eq(survey.cycle, complaint.cycle)))
    .where(ownedBy(param('citizenId')));
});

function counted(condition: SQL) {
  return sql`count(*) filter (where ${condition})`.mapWith(Number);
}

function oneOf(condition: SQL) {
  return sql<string | null>`min(${complaint.id}::text) filter (where ${condition})`;
}
