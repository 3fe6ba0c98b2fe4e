import { type MailTimes, newsTopics } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { account } from '../../db/schema/tables.ts';

/** Reads when a member of staff wants mails. */
export async function findMailTimes(db: Database, accountId: string): Promise<MailTimes> {
  const [row] = await db.select({ chosen: account.mailTimes }).from(account).where(eq(account.id, accountId));
  return { ...newsTopics, ...row?.chosen };
}

/** Saves when a member of staff wants mails. */
export async function saveMailTimes(db: Database, accountId: string, mailTimes: MailTimes): Promise<void> {
  await db.update(account).set({ mailTimes }).where(eq(account.id, accountId));
}
