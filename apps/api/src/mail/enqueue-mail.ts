import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { seal } from '../crypto/seal.ts';
import type { Database } from '../db/database.ts';
import type { Services } from '../services.ts';
import { isErasedAddress } from './erased.ts';
import { type Mail, nobody, type SealedMail } from './mail.ts';
import { insertMailStatement, lanes } from './outbox.store.ts';

/** Puts a mail into the outbox inside the caller's transaction, sealed, and wakes the sender. */
export async function enqueueMail(db: Database, services: Services, mail: Mail): Promise<void> {
  await db.execute(enqueueMailStatement(services, mail));
}

/** The statement of `enqueueMail`, for each row of `source` where one is named. */
export function enqueueMailStatement({ keys, jobs, settings }: Services, mail: Mail, source?: SQL): SQL {
  const { citizenId, complaintId, expiresAt, ...words } = mail;
  // Nobody is behind the address of somebody who was erased.
  const to = isErasedAddress(mail.to) ? nobody : mail.to;
  const messageId = `<${randomUUID()}@${new URL(settings.publicUrl).hostname}>`;
  const sealed: SealedMail = { ...words, to, messageId, expiresAt: expiresAt?.toISOString() };
  const [lane, task] = expiresAt ? ([lanes.code, 'send-codes'] as const) : ([lanes.bulk, 'send-mails'] as const);
  const row = { to, lane, citizenId, complaintId, sealed: seal(keys.mail, JSON.stringify(sealed)) };
  return sql`${insertMailStatement(row, source)} returning ${jobs.call(task, {})} is not null as woken`;
}
