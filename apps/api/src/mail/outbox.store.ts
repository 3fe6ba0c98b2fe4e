import { emailForm } from '@baraza/contract';
import type { NewsWay } from '@baraza/contract/account/account-fields';
import type { Language } from '@baraza/contract/core/language';
import type { IdentityLevel } from '@baraza/contract/complaint/identity';
import { openStates } from '@baraza/contract/complaint/state';
import { and, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { keepPrepared, param, partOf } from '../db/prepared.ts';
import { isShown } from '../db/row-security/shown-notification.ts';
import { account, complaint, mailOutbox, notification } from '../db/schema/tables.ts';

/** Lanes of mails, each with its own sender. Codes wait for no others, account and news not for bulk, SMS and answers to phones not for a mail server. */
export const lanes = { code: 0, account: 1, bulk: 2, news: 3, phone: 4 } as const;
export type Lane = (typeof lanes)[keyof typeof lanes];

/** Attempts over some two days, further and further apart. */
export const maxAttempts = 20;

/** Seconds that a claim on a mail lasts: longer than sending takes with a mail server that is slow at each command. */
const lease = 300;

/** Seconds until a mail that found no mail server is tried again. */
export const awayPause = 15;

/** Seconds until a mail whose receipt is not there yet is tried again. */
export const receiptPause = 3;

/** Seconds after the failure of this number: from 3 s up to 6 h. */
export const pauseAfter = (attempts: SQL) => sql`exp(least(10, ${attempts}))`;

export interface OutboxRow {
  readonly deliveryId: string;
  readonly steps: number[] | undefined;
  readonly to: string;
  readonly sealed: string;
  readonly lane: Lane;
  readonly citizenId: string | undefined;
  readonly complaintId: string | undefined;
  readonly notificationIds: string[] | undefined;
}

/** Inserts mails; those with news wait some seconds for more. */
export async function insertMails(db: Database, rows: readonly OutboxRow[], newsWait: number): Promise<void> {
  const byAddress = (to: string) => sql`(select id from ${account}
    where ${and(eq(account.email, emailForm(to)), eq(account.role, 'citizen'))})`;
  const values = rows.map(({ to, citizenId, ...row }) => ({
    ...row,
    // A mail to staff is not one to the citizen who has the same address.
    citizenId: citizenId ?? (row.notificationIds ? null : byAddress(to)),
    ...(row.lane === lanes.news && { nextTryAt: sql`now() + make_interval(secs => ${newsWait}::int)` }),
  }));
  await db.insert(mailOutbox).values(values);
}

const batchSize = 20;

/** Claims the next due mails of a lane, `batchSize` at most. */
export const claimMails = (db: Database, lane: Lane): Promise<ClaimedMail[]> => claimStatement(db).execute({ lane });

function claimQuery(db: Database) {
  const { attempts, nextTryAt } = mailOutbox;
  // Later news of a complaint leave with the earlier ones.
  const isFirst = sql`(lane <> ${lanes.news}::int or not exists (select from ${mailOutbox} earlier
    where earlier.lane = ${mailOutbox.lane} and earlier.complaint_id = ${mailOutbox.complaintId}
      and earlier.citizen_id = ${mailOutbox.citizenId} and earlier.id < ${mailOutbox.id} and earlier.attempts < ${maxAttempts}::int))`;
  const claimed = sql`update ${mailOutbox} set next_try_at = now() + make_interval(secs => ${lease}::int)
    where id = any (array(
      select id from ${mailOutbox}
      where lane = ${param('lane')} and ${attempts} < ${maxAttempts}::int
        and ${nextTryAt} <= now() and ${isFirst}
      order by next_try_at, id limit ${batchSize}::int for update skip locked))
    returning id, lane, sealed, attempts, notification_ids, citizen_id, complaint_id, created_at`;
  return db
    .with(partOf(db, 'claimed', claimed))
    .select({
      id: sql<number>`id::float8`,
      lane: sql<number>`lane`,
      sealed: sql<string>`sealed`,
      attempts: sql<number>`attempts`,
      notificationIds: sql<readonly string[] | null>`notification_ids`,
      citizenId: sql<string | null>`citizen_id`,
      complaintId: sql<string | null>`complaint_id`,
      /** Whether it may still wait for the receipt that it carries: an altered log has none for long. */
      mayWait: sql<boolean>`created_at > now() - interval '10 minutes'`,
      /** Identity level of the open complaint that it is about: its citizen may answer. */
      openAs: sql<IdentityLevel | null>`(select identity from ${complaint} c where c.id = complaint_id
        and c.state in ${openStates})`,
      /** Language of the citizen it is for. */
      language: sql<Language | null>`(select language from ${account} where ${account.id} = citizen_id)`,
      /** How they chose to get news. */
      newsWays: sql<NewsWay[] | null>`(select news_ways from ${account} where ${account.id} = citizen_id)`,
    })
    .from(sql`claimed`)
    .orderBy(sql`id`);
}

const claimStatement = keepPrepared('claim-mails', claimQuery);

/** Makes mails due that wait longer than any pause: the clock was ahead when they were put off. */
export async function recoverMails(db: Database): Promise<void> {
  const { attempts, nextTryAt } = mailOutbox;
  const longest = sql`make_interval(secs => 90 + greatest(${lease}::int, ${pauseAfter(sql`${attempts}`)}))`;
  const isTooLate = and(lt(attempts, maxAttempts), sql`${nextTryAt} > now() + ${longest}`);
  await db
    .update(mailOutbox)
    .set({ nextTryAt: sql`now()` })
    .where(isTooLate);
}

export type ClaimedMail = Awaited<ReturnType<typeof claimQuery>>[number];

/** Takes later mails with news of the same complaint out of the outbox, oldest first. */
export async function takeLaterNews(db: Database, { id, citizenId, complaintId }: ClaimedMail): Promise<string[]> {
  if (citizenId === null || complaintId === null) return [];
  const isOfSame = and(eq(mailOutbox.citizenId, citizenId), eq(mailOutbox.complaintId, complaintId));
  const later = await db
    .delete(mailOutbox)
    .where(and(eq(mailOutbox.lane, lanes.news), isOfSame, gt(mailOutbox.id, id), lt(mailOutbox.attempts, maxAttempts)))
    .returning({ id: mailOutbox.id, sealed: mailOutbox.sealed });
  return later.toSorted((a, b) => a.id - b.id).map(({ sealed }) => sealed);
}

/** Replaces the content of a claimed mail. */
export async function rewriteMail(db: Database, id: number, sealed: string): Promise<void> {
  await db.update(mailOutbox).set({ sealed }).where(eq(mailOutbox.id, id));
}

/** Removes claimed mails that were sent; makes those due at once that were not tried. */
export async function settleMails(db: Database, sent: readonly number[], untried: readonly number[]): Promise<void> {
  if (sent.length > 0) await db.delete(mailOutbox).where(inArray(mailOutbox.id, [...sent]));
  if (untried.length === 0) return;
  await db
    .update(mailOutbox)
    .set({ nextTryAt: sql`now()` })
    .where(inArray(mailOutbox.id, [...untried]));
}

/** Whether all notifications of a mail are still shown to their reader; otherwise they may join the next summary. */
export async function releaseUnlessShown(db: Database, ids: readonly string[]): Promise<boolean> {
  const reported = inArray(notification.id, [...ids]);
  if ((await db.$count(notification, and(reported, isShown()))) === ids.length) return true;
  await db.update(notification).set({ mailedAt: null }).where(reported);
  return false;
}

/** Puts off a mail that failed, longer each time; with a pause in seconds, without counting a try. */
export async function postponeMail(db: Database, id: number, lastErrorCode: string | null, seconds?: number) {
  const attempts = seconds === undefined ? sql`attempts + 1` : sql`attempts`;
  const pause = seconds === undefined ? pauseAfter(attempts) : sql`${seconds}::int`;
  const nextTryAt = sql`now() + make_interval(secs => ${pause})`;
  await db.update(mailOutbox).set({ attempts, lastErrorCode, nextTryAt }).where(eq(mailOutbox.id, id));
}

/** Ends the tries of a mail that was refused for good. It stays for the operator, 30 days. */
export async function giveUpMail(db: Database, id: number, lastErrorCode: string): Promise<void> {
  await db.update(mailOutbox).set({ attempts: maxAttempts, lastErrorCode }).where(eq(mailOutbox.id, id));
}

/** Condition of a mail that was refused for good, by its code. */
export const isRefusedSql = `coalesce(last_error_code, '') ~ ' 5[0-9][0-9]$'`;

/** Deletes mails and messages given up that were written before an instant. */
export async function purgeGivenUpMails(db: Database, before: Date): Promise<void> {
  const isGivenUp = gte(mailOutbox.attempts, maxAttempts);
  await db.delete(mailOutbox).where(and(isGivenUp, lt(mailOutbox.createdAt, before)));
}

/** Makes every mail due at once. Only for a caller who knows that nobody else sends mails. */
export async function releaseMails(db: Database): Promise<void> {
  await db.execute(sql`update ${mailOutbox} set next_try_at = now() where next_try_at > now()`);
}
