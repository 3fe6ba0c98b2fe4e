import { isOpen } from '@baraza/contract';
import { and, asc, desc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { category, complaint, complaintEvent, mda } from '../db/schema/tables.ts';
import { openNames } from '../db/schema/complaint-tables.ts';
import type { Actor } from '../domain/actor.ts';
import { forSystem, type VisibleTo, visibleTo, within } from '../features/complaint/record/visibility.ts';

/** Requests that one answer holds at most. */
const most = 1_000;

export interface Wanted {
  readonly ids?: readonly string[] | undefined;
  readonly codes?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly page: number;
  readonly pageSize: number;
}

const statusOf = (isOpenNow: boolean) => (isOpenNow ? 'open' : 'closed');
const isOpenState = sql`${complaint.state} in (${openNames})`;

/** Lists complaints that a program sees, the newest first, without words and names. */
export async function listRequests(db: Database, reader: Actor, wanted: Wanted) {
  const { ids, codes = [], status, from, until, page, pageSize } = wanted;
  const filters = [
    codes.length > 0 ? inArray(complaint.categoryId, [...codes]) : undefined,
    status && (status === 'open' ? isOpenState : sql`not ${isOpenState}`),
    from && gte(complaint.submittedAt, from),
    until && lte(complaint.submittedAt, until),
  ] as (SQL | undefined)[];
  // Ids take the place of every other filter.
  const which = ids ? [inArray(complaint.trackingId, [...ids])] : filters;
  const rows = await select(db, within(visibleTo(reader), ...which))
    .orderBy(desc(complaint.submittedAt), desc(complaint.id))
    .limit(Math.min(pageSize, most))
    .offset((page - 1) * pageSize);
  return rows.map((row) => ({
    ...toPublic(row),
    service_name: row.service,
    service_code: row.serviceCode,
    agency_responsible: row.agency,
    expected_datetime: row.dueAt && row.dueAt.toISOString(),
    address_id: row.areaCode,
  }));
}

/** Reads status and dates of a complaint for who knows its tracking ID. */
export async function findRequest(db: Database, trackingId: string) {
  const [row] = await select(db, within(forSystem, eq(complaint.trackingId, trackingId)));
  return row && toPublic(row);
}

function select(db: Database, which: VisibleTo) {
  return db
    .select({
      trackingId: complaint.trackingId,
      state: complaint.state,
      submittedAt: complaint.submittedAt,
      updatedAt: complaint.updatedAt,
      dueAt: complaint.dueAt,
      areaCode: complaint.areaCode,
      serviceCode: category.id,
      service: category.name,
      agency: mda.name,
    })
    .from(complaint)
    .innerJoin(category, eq(category.id, complaint.categoryId))
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .where(which);
}

type Row = Awaited<ReturnType<typeof select>>[number];

const toPublic = ({ trackingId, state, submittedAt, updatedAt }: Row) => ({
  service_request_id: trackingId,
  status: statusOf(isOpen(state)),
  requested_datetime: submittedAt.toISOString(),
  updated_datetime: updatedAt.toISOString(),
});

/** Lists public steps after the filing of complaints that a program sees. The oldest is first; none has words. */
export async function listUpdates(db: Database, reader: Actor, wanted: Wanted) {
  const { from, until, page, pageSize } = wanted;
  const { at, seq, toState, action, complaintId, visibility } = complaintEvent;
  const rows = await db
    .select({ id: complaintId, seq, at, toState, action, trackingId: complaint.trackingId })
    .from(complaint)
    .innerJoin(complaintEvent, eq(complaintId, complaint.id))
    .where(
      within(
        visibleTo(reader),
        // What happened since is of complaints that changed since, which an index finds.
        from && and(gte(complaint.updatedAt, from), gte(at, from)),
        until && lte(at, until),
        eq(visibility, 'public'),
        ne(action, 'submit'),
      ),
    )
    .orderBy(asc(at), asc(complaintId), asc(seq))
    .limit(Math.min(pageSize, most))
    .offset((page - 1) * pageSize);
  return rows.map((row) => ({
    update_id: `${row.id}-${row.seq}`,
    service_request_id: row.trackingId,
    status: statusOf(isOpen(row.toState)),
    updated_datetime: row.at.toISOString(),
    // City software shows a description to everybody, and picks words of its own for a code.
    description: '',
    external_status_code: row.action,
  }));
}
