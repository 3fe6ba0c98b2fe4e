import { type Complaint, type Named, statedFactNames } from '@baraza/contract';
import { dayIn } from '@baraza/contract/core/incident-day';
import { isOpen, type State, statusOf } from '@baraza/contract/complaint/lifecycle';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';
import { areNamesWithheld } from '../../../auth/access/access-change.store.ts';
import { pick } from '../../../db/pick.ts';
import { isWithinWalls } from '../../../db/row-security/open-to.ts';
import { keepPrepared, param } from '../../../db/prepared.ts';
import { account, area, category, complaint, jurisdiction, mda, survey, unit } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Actor } from '../../../domain/actor.ts';
import { shownFilesOf } from '../../../files/file.store.ts';
import { slaRulesOf } from './lock-complaint.store.ts';
import type { Timers } from '../../../domain/sla-timer.ts';
import { eventsOf } from './event.store.ts';
import { kindOf, ownedBy, readableBy, readerParams, readerValues, type VisibleTo, within } from './visibility.ts';
import { deliveriesOf } from '../../../mail/delivery.store.ts';
import { refusesMailSql } from '../../../mail/refused-address.ts';
import { hasNoApprover, hasNoEligibleStaff, recusalsOf } from './eligible-staff.ts';
import { fieldsOf } from '../../reference/custom-field.store.ts';
import { leaveOf } from '../../reference/leave.store.ts';
import { fullName } from '../../reference/staff.store.ts';
import { countEarlier, mergedWith } from './related.ts';

const assignee = alias(account, 'assignee');
const offered = alias(mda, 'offered');

const inReach = isWithinWalls({ role: sql`r.role`, walls: sql`r.walls` }, sql`m.unit_id`);

/** Selects the state of a duplicate's parent, unless the reader may not see it. Not joined: a list would read the whole table. */
export function parentState(readerId?: string) {
  const seen = readerId === undefined ? sql`true` : seenBy(readerId);
  return sql<State | null>`(select m.state from ${complaint} m where m.id = ${complaint.mergedIntoId} and ${seen})`;
}

/** Counts the duplicates of a complaint that the reader may see. */
export function mergedCount(readerId: string) {
  return sql<number>`(select count(*)::int from ${complaint} m
    where m.merged_into_id = ${complaint.id} and m.state = 'merged' and ${seenBy(readerId, ofTheirOffice)})`;
}

/** Whether a reader may see the complaint `m`. */
const seenBy = (readerId: string, more = sql`true`) =>
  sql`exists (select from ${account} r where r.id = ${readerId}::uuid and r.id <> all(m.recused_staff) and ${inReach} and ${more})`;
const ofTheirOffice = sql`coalesce(r.mda_id = m.mda_id, r.role = 'oversight')`;

/** Reads what a complaint tells of its sender; undefined if the caller may not open it. */
export async function readIdentity(db: Database, caller: Caller, id: string) {
  const ofCaller = within(readableBy(caller), eq(complaint.id, id));
  const [row] = await db.select({ identity: complaint.identity }).from(complaint).where(ofCaller);
  return row?.identity;
}

/** Whether the caller may open a complaint. */
export async function mayOpen(db: Database, caller: Caller, id: string): Promise<boolean> {
  return (await db.$count(complaint, within(readableBy(caller), eq(complaint.id, id)))) > 0;
}

/** Columns that the reply contains unchanged. */
const shownAsIs = [
  'id',
  'trackingId',
  'identity',
  'callPhone',
  'title',
  'description',
  'incidentDate',
  'state',
  'cycle',
  'reply',
  'outcome',
  ...statedFactNames,
] as const;

const shownToCitizen = {
  ...pick(complaint, shownAsIs),
  ...pick(complaint, ['lat', 'lon', 'accuracy', 'version', 'repliedAt', 'confirmedAt', 'mergedIntoId', 'submittedAt']),
  rules: slaRulesOf(),
  mda: { id: mda.id, name: mda.name },
  category: { id: category.id, name: category.name },
  jurisdiction: { id: jurisdiction.id, name: jurisdiction.name },
  area: { id: area.code, name: area.fullName },
  survey: { rating: survey.rating, description: survey.description, createdAt: survey.createdAt },
  fields: fieldsOf(),
  events: eventsOf(sql`${complaint.id}`, 'citizen'),
  files: shownFilesOf(complaint.id),
  knownIssue: sql<Named | null>`(select json_build_object('id', k.id, 'name', k.title) from known_issue k
    join known_issue_complaint g on g.known_issue_id = k.id where g.complaint_id = ${complaint.id})`,
};

const shownAtDesk = (reader: Actor, day: string, now: Date) => ({
  ...shownToCitizen,
  identityAccess: mda.identityAccess,
  escalatedAt: complaint.escalatedAt,
  marks: { priority: complaint.priority, tags: complaint.tags, followUpOn: complaint.followUpOn },
  unit: { id: unit.id, name: unit.name },
  rejectionProposedBy: complaint.rejectionProposedBy,
  source: complaint.source,
  assignee: { id: assignee.id, name: fullName(assignee), leave: leaveOf(sql`${complaint.assigneeId}`, { day }) },
  mailRefused: refusesMailSql(account.email, now),
  newsWays: account.newsWays,
  deliveries: deliveriesOf(complaint.id),
  isWithheld: areNamesWithheld(reader.accountId, sql`${complaint.mdaId}`, now),
  complaintsBefore: countEarlier(reader),
  mergedWith: mergedWith(reader),
  offeredTo: { id: offered.id, name: offered.name },
  events: eventsOf(sql`${complaint.id}`),
  recusedStaff: recusalsOf(complaint.id),
  citizenId: complaint.citizenId,
  citizen: { firstName: account.firstName, lastName: account.lastName, email: account.email, phone: account.phone },
  hasNoStaff: hasNoEligibleStaff(reader.role),
  hasNoApprover: hasNoApprover(reader.role),
});

/** Reads a citizen's own complaint with its names, without the costly joins of the desk. */
export async function findOwnComplaint(db: Database, citizenId: string, id: string) {
  const [row] = await ownStatement(db).execute({ id, citizenId });
  return row;
}

const ownStatement = keepPrepared('own-details', (db) =>
  ownQuery(db, within(ownedBy(param('citizenId')), eq(complaint.id, param('id')))),
);

/** Lists a citizen's own complaints with histories, files and surveys. */
export async function listOwnDetails(db: Database, citizenId: string, ids: readonly string[]) {
  return ownQuery(db, within(ownedBy(citizenId), inArray(complaint.id, [...ids])));
}

function ownQuery(db: Database, scope: VisibleTo) {
  return db
    .select(shownToCitizen)
    .from(complaint)
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .innerJoin(category, eq(category.id, complaint.categoryId))
    .leftJoin(jurisdiction, eq(jurisdiction.id, complaint.jurisdictionId))
    .leftJoin(area, eq(area.code, complaint.areaCode))
    .leftJoin(survey, and(eq(survey.complaintId, complaint.id), eq(survey.cycle, complaint.cycle)))
    .where(scope);
}

/** Reads a complaint for the desk, if the caller may see it. */
export async function findComplaint(
  db: Database,
  caller: Caller,
  id: string,
  { day, now }: { day: string; now: Date },
) {
  const [row] = await deskStatement(db, caller).execute({ id, day, now, ...readerValues(caller) });
  return row;
}

const deskStatement = keepPrepared(
  (caller: Caller) => `details-${kindOf(caller)}`,
  (db, caller) => deskQuery(db, readerParams(caller)),
);

function deskQuery(db: Database, reader: Actor) {
  return db
    .select(shownAtDesk(reader, param('day'), param('now')))
    .from(complaint)
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .innerJoin(category, eq(category.id, complaint.categoryId))
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .leftJoin(jurisdiction, eq(jurisdiction.id, complaint.jurisdictionId))
    .leftJoin(area, eq(area.code, complaint.areaCode))
    .leftJoin(survey, and(eq(survey.complaintId, complaint.id), eq(survey.cycle, complaint.cycle)))
    .leftJoin(assignee, eq(assignee.id, complaint.assigneeId))
    .leftJoin(unit, eq(unit.id, complaint.unitId))
    .leftJoin(offered, eq(offered.id, complaint.offeredToMdaId))
    .where(within(readableBy(reader), eq(complaint.id, param('id'))));
}

export type ComplaintDetails = NonNullable<Awaited<ReturnType<typeof findComplaint>>>;
export type CitizensDetails = NonNullable<Awaited<ReturnType<typeof findOwnComplaint>>>;

/** Parts of a reply that are not in the complaint's row. */
export interface Around extends Pick<Complaint, 'history' | 'attachments' | 'custody'> {
  readonly timeZone: string;
  readonly timers: Pick<Timers, 'acknowledge' | 'resolve' | 'pausedUntil' | 'appealDueAt'>;
  readonly appealUntil: Date | null;
  /** State of the parent, for a duplicate. */
  readonly parentState?: State | undefined;
}

/** Builds the reply for a complaint's citizen; the desk adds to it. */
export function toComplaint(row: Omit<CitizensDetails, 'events' | 'files'>, around: Around): Complaint {
  const { state, lat, lon, accuracy } = row;
  const { appealUntil, parentState } = around;
  return {
    ...pick(row, shownAsIs),
    ...pick(row, ['category', 'mda', 'jurisdiction', 'area', 'knownIssue', 'fields']),
    ...pick(around, ['custody', 'attachments', 'history']),
    point: lat === null || lon === null ? null : { lat, lon, accuracy },
    submittedDate: row.submittedAt.toISOString(),
    status: statusOf(state, parentState),
    survey: row.survey && { ...row.survey, createdAt: row.survey.createdAt.toISOString() },
    repliedAt: row.repliedAt && row.repliedAt.toISOString(),
    confirmedAt: row.confirmedAt && row.confirmedAt.toISOString(),
    appealUntil: appealUntil && appealUntil.toISOString(),
    ...toPromise(parentState ?? state, around),
  };
}

function toPromise(state: State, { timeZone, timers }: Around) {
  const { acknowledge, resolve, pausedUntil, appealDueAt } = timers;
  const dayName = (at: Date | null) => at && dayIn(timeZone, at);
  const dueAt = resolve.dueAt ?? appealDueAt;
  return {
    dueAt: dueAt && dueAt.toISOString(),
    dueDay: dayName(dueAt),
    startDueDay: dayName(acknowledge.dueAt),
    timer: pausedUntil ? ('paused' as const) : isOpen(state) ? ('running' as const) : ('stopped' as const),
    pausedUntil: dayName(pausedUntil),
  };
}
