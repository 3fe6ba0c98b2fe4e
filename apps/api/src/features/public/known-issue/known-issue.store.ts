import { type DeskKnownIssue, type findKnownIssues, followersFrom, type KnownIssue, mostAlike } from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import {
  account,
  area,
  complaint,
  knownIssue,
  knownIssueComplaint,
  knownIssueFollower,
  knownIssueUpdate,
  mda,
} from '../../../db/schema/tables.ts';
import { notFound } from '../../../http/errors.ts';
import { isAlike, likeness } from '../../reference/alike-title.ts';
import { areasAround } from '../../reference/area.store.ts';
import { fullName } from '../../reference/staff.store.ts';
import { visibleTo, within } from '../../complaint/record/visibility.ts';
import type { Actor } from '../../../domain/actor.ts';

const followers = sql<number>`(select count(*)::int from known_issue_follower f where f.known_issue_id = ${knownIssue.id})`;
const updates = sql<{ text: string; time: string }[]>`(
  select coalesce(json_agg(json_build_object('text', u.text, 'time', u.at) order by u.at desc), '[]')
  from known_issue_update u where u.known_issue_id = ${knownIssue.id})`;

function selectIssues(db: Database) {
  return db
    .select({
      ...getTableColumns(knownIssue),
      mda: { id: mda.id, name: mda.name },
      area: { id: area.code, name: area.fullName },
      owner: { id: account.id, name: fullName(account) },
      followers,
      updates,
    })
    .from(knownIssue)
    .leftJoin(area, eq(area.code, knownIssue.areaCode))
    .innerJoin(mda, eq(mda.id, knownIssue.mdaId))
    .innerJoin(account, eq(account.id, knownIssue.ownerId));
}

type IssueRow = Awaited<ReturnType<typeof selectIssues>>[number];

function toDeskIssue(row: IssueRow): DeskKnownIssue {
  const { createdAt, closedAt, ...shown } = row;
  return {
    ...shown,
    createdDate: createdAt.toISOString(),
    closedDate: closedAt && closedAt.toISOString(),
    updates: row.updates.map(({ text, time }) => ({ text, time: new Date(time).toISOString() })),
  };
}

function toPublicIssue(row: IssueRow): KnownIssue {
  return { ...toDeskIssue(row), followers: row.followers < followersFrom ? null : row.followers };
}

/** Reads one known issue as the public does. @throws AppError 404 */
export async function readPublicIssue(db: Database, id: string): Promise<KnownIssue> {
  const [row] = await selectIssues(db).where(eq(knownIssue.id, id));
  if (!row) throw notFound();
  return toPublicIssue(row);
}

/** Lists open known issues of an MDA similar to a title, most similar first. Leaves out other areas, and issues without news since. */
export async function listAlike(
  db: Database,
  { mda: mdaId, title, area: areaCode }: BodyOf<typeof findKnownIssues>,
  since: Date,
): Promise<KnownIssue[]> {
  const lastNews = sql`greatest(${knownIssue.createdAt}, (
    select max(u.at) from known_issue_update u where u.known_issue_id = ${knownIssue.id}))`;
  const rows = await selectIssues(db)
    .where(
      and(
        eq(knownIssue.mdaId, mdaId),
        eq(knownIssue.state, 'open'),
        sql`${lastNews} > ${since.toISOString()}::timestamptz`,
        isAlike(title),
        areaCode
          ? or(isNull(knownIssue.areaCode), sql`${knownIssue.areaCode} = any(${areasAround(areaCode)})`)
          : undefined,
      ),
    )
    .orderBy(desc(likeness(title)), desc(knownIssue.createdAt))
    .limit(mostAlike);
  return rows.map(toPublicIssue);
}

/** Lists the known issues that a citizen follows, the newest first. */
export async function listFollowed(db: Database, accountId: string): Promise<KnownIssue[]> {
  const followed = db
    .select({ id: knownIssueFollower.knownIssueId })
    .from(knownIssueFollower)
    .where(eq(knownIssueFollower.accountId, accountId));
  const rows = await selectIssues(db).where(inArray(knownIssue.id, followed)).orderBy(desc(knownIssue.createdAt));
  return rows.map(toPublicIssue);
}

/** Adds citizens as followers, unless they are. */
export async function insertFollowers(db: Database, knownIssueId: string, accountIds: readonly string[], since: Date) {
  await db
    .insert(knownIssueFollower)
    .values(accountIds.map((accountId) => ({ knownIssueId, accountId, since })))
    .onConflictDoNothing();
}

/** Removes a follower. */
export async function deleteFollower(db: Database, knownIssueId: string, accountId: string): Promise<void> {
  const own = and(eq(knownIssueFollower.knownIssueId, knownIssueId), eq(knownIssueFollower.accountId, accountId));
  await db.delete(knownIssueFollower).where(own);
}

/** Lists the known issues of an MDA, open ones first. */
export async function listIssuesOf(db: Database, mdaId: string): Promise<DeskKnownIssue[]> {
  const rows = await selectIssues(db)
    .where(eq(knownIssue.mdaId, mdaId))
    .orderBy(asc(knownIssue.state), desc(knownIssue.createdAt));
  return rows.map(toDeskIssue);
}

/** Reads and locks a known issue. @throws AppError 404, also for another MDA's */
export async function lockIssue(db: Database, mdaId: string, id: string): Promise<DeskKnownIssue> {
  const [row] = await selectIssues(db)
    .where(and(eq(knownIssue.id, id), eq(knownIssue.mdaId, mdaId)))
    .for('update', { of: knownIssue });
  if (!row) throw notFound();
  return toDeskIssue(row);
}

/** Gathers complaints of the caller's MDA into a known issue. @throws AppError 404 unless the caller sees all of them. */
export async function gather(
  db: Database,
  caller: Actor,
  knownIssueId: string,
  ids: readonly string[],
  at: Date,
): Promise<void> {
  const rows = await db
    .select({ complaintId: complaint.id, citizenId: complaint.citizenId })
    .from(complaint)
    .where(within(visibleTo(caller), inArray(complaint.id, [...ids])));
  if (rows.length < new Set(ids).size) throw notFound();
  await db
    .insert(knownIssueComplaint)
    .values(rows.map(({ complaintId }) => ({ complaintId, knownIssueId })))
    .onConflictDoUpdate({ target: knownIssueComplaint.complaintId, set: { knownIssueId } });
  await insertFollowers(db, knownIssueId, [...new Set(rows.map(({ citizenId }) => citizenId))], at);
}

/** Passes the following on with a gathered complaint; `from` stays a follower only by another complaint. */
export async function handFollowingOver(db: Database, complaintId: string, from: string, to: string): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from known_issue_follower f using known_issue_complaint c
      where c.complaint_id = ${complaintId} and f.known_issue_id = c.known_issue_id and f.account_id = ${from}
        and not exists (select from known_issue_complaint o join complaint k on k.id = o.complaint_id
          where o.known_issue_id = f.known_issue_id and k.citizen_id = ${from} and k.id <> ${complaintId})
      returning f.known_issue_id, f.since)
    insert into known_issue_follower (known_issue_id, account_id, since)
    select known_issue_id, ${to}::uuid, since from gone on conflict do nothing`);
}

/** Locks an update and lists the next followers to notify of it. */
export async function lockNextFollowers(db: Database, updateId: string, limit: number) {
  const [update] = await db
    .select({ ...getTableColumns(knownIssueUpdate), title: knownIssue.title, mdaName: mda.name })
    .from(knownIssueUpdate)
    .innerJoin(knownIssue, eq(knownIssue.id, knownIssueUpdate.knownIssueId))
    .innerJoin(mda, eq(mda.id, knownIssue.mdaId))
    .where(eq(knownIssueUpdate.id, updateId))
    .for('update', { of: knownIssueUpdate });
  if (!update) return undefined;
  const { accountId, knownIssueId } = knownIssueFollower;
  const followers = await db
    .select({ accountId, email: account.email })
    .from(knownIssueFollower)
    .innerJoin(account, eq(account.id, accountId))
    .where(and(eq(knownIssueId, update.knownIssueId), update.notifiedTo ? gt(accountId, update.notifiedTo) : undefined))
    .orderBy(asc(accountId))
    .limit(limit);
  return { update, followers };
}
