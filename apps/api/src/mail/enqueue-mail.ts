import { randomUUID } from 'node:crypto';
import { seal } from '../crypto/seal.ts';
import type { Database } from '../db/database.ts';
import type { Services } from '../services.ts';
import { isErasedAddress, isGuestAddress } from './erased.ts';
import { type Mail, nobody, type SealedMail } from './mail.ts';
import { insertMails, lanes, type OutboxRow } from './outbox.store.ts';

/** Puts a mail into the outbox inside the caller's transaction, sealed. */
export async function enqueueMail(db: Database, services: Services, mail: Mail): Promise<void> {
  await enqueueMails(db, services, [mail]);
}

/** Puts mails into the outbox in one statement. */
export async function enqueueMails(db: Database, services: Services, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  await insertMails(
    db,
    mails.map((mail) => sealMail(services, mail)),
  );
}

export type { OutboxRow };

/** Seals a mail as a row of the outbox. */
export function sealMail({ keys, settings }: Services, mail: Mail): OutboxRow {
  const { citizenId, complaintId, notificationIds, expiresAt, ...words } = mail;
  // Nobody is behind the address of a guest, or of somebody who was erased.
  const to = isErasedAddress(mail.to) || isGuestAddress(mail.to) ? nobody : mail.to;
  const messageId = `<${randomUUID()}@${new URL(settings.publicUrl).hostname}>`;
  const sealed: SealedMail = { ...words, to, messageId, expiresAt: expiresAt?.toISOString() };
  const lane = expiresAt === undefined ? lanes.bulk : lanes.code;
  return { to, lane, citizenId, complaintId, notificationIds, sealed: seal(keys.mail, JSON.stringify(sealed)) };
}
