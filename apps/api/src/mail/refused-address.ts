import { sql, type SQLWrapper } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { areRemembered, forget, isRemembered, isRememberedSql, remember } from '../db/remembered.store.ts';

const seconds = 90 * 24 * 3_600;

const subjectOf = (email: string) => ['mail refused', email.toLowerCase()];

/** Remembers for 90 days, as a hash, that an address takes no mail. */
export async function rememberRefusal(db: Database, email: string, now: Date): Promise<void> {
  await remember(db, subjectOf(email), seconds, now);
}

/** Forgets it, once a mail was taken. */
export async function forgetRefusal(db: Database, email: string): Promise<void> {
  await forget(db, subjectOf(email));
}

const bouncedOf = (email: string) => ['mail bounced', email.toLowerCase()];

/** Remembers that a mail came back for good after a mail server had taken it: news to the address stop. */
export async function rememberBounce(db: Database, email: string, now: Date): Promise<void> {
  await rememberRefusal(db, email, now);
  await remember(db, bouncedOf(email), seconds, now);
}

/** Forgets it, once somebody writes from the address. */
export async function forgetBounce(db: Database, email: string): Promise<void> {
  await forgetRefusal(db, email);
  await forget(db, bouncedOf(email));
}

/** Whether mails to an address come back. */
export const bouncesMail = (db: Database, email: string, now: Date): Promise<boolean> =>
  isRemembered(db, bouncedOf(email), now);

/** Whether the last mail to an address was refused for good. */
export async function refusesMail(db: Database, email: string, now: Date): Promise<boolean> {
  return isRemembered(db, subjectOf(email), now);
}

/** Selects whether the last mail to the address in a column was refused for good. */
export const refusesMailSql = (email: SQLWrapper, now: Date) =>
  isRememberedSql(subjectOf('').slice(0, -1), sql`lower(${email})`, now);

/** Finds the addresses to which the last mail was refused for good. */
export async function refusedOf(db: Database, emails: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const isRefused = await areRemembered(db, emails.map(subjectOf), now);
  return new Set(emails.filter((_, index) => isRefused[index]));
}
