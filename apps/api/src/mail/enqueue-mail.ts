import { randomUUID } from 'node:crypto';
import type { NewsWay } from '@baraza/contract/account/account-fields';
import { seal } from '../crypto/seal.ts';
import type { Database } from '../db/database.ts';
import type { Services } from '../services.ts';
import { isErasedAddress, hasNoEmail } from './erased.ts';
import { recordDelivery } from './delivery.store.ts';
import { insertMails, type Lane, lanes, type OutboxRow } from './outbox.store.ts';
import type { Words } from '../texts/words.ts';
import type { Choices } from './whatsapp/send-whatsapp.ts';

/** A plain-text mail, sent in the language that its citizen has set by then. */
export interface Mail {
  readonly to: string;
  /** For an SMS: the channel that sends it to the number in `to`, without a subject. */
  readonly channel?: string;
  /** Buttons, where the channel has them. */
  readonly choices?: Choices | undefined;
  readonly subject: Words;
  /** One text, or paragraphs. */
  readonly text: string | readonly Words[];
  /** Dropped after this instant: an old code helps nobody. */
  readonly expiresAt?: Date;
  /** Unless it is named: that of codes for a mail that expires, else that of bulk mail. */
  readonly lane?: Lane;
  /** For an erased person: without a mail server, no copy is written to the mail folder. */
  readonly leaveNoCopy?: boolean;
  /** The citizen it is for, where `to` is not the address of their account. */
  readonly citizenId?: string;
  /** The complaint it is about, when it goes to the citizen who filed that. */
  readonly complaintId?: string;
  /** The step of the complaint that it tells its citizen; several where others did not arrive. */
  readonly step?: number | readonly number[];
  /** For news that did not arrive: the one way to try now. */
  readonly way?: NewsWay;
  /** The complaint or known issue that it is about: mail programs show all mails about it as one thread. */
  readonly thread?: string;
  /** The first mail about a complaint: all later ones answer it. */
  readonly opensThread?: true;
  /** Staff notifications that the mail reports: it is dropped once its reader is recused from one. */
  readonly notificationIds?: string[];
  /** Has the receipt of its complaint attached, with these words: it waits for that. */
  readonly receipt?: Words;
}

/** A mail to nobody takes as long as any other and is never sent: timing must not reveal who has an account. */
export const nobody = '';

type Routing =
  | 'lane'
  | 'step'
  | 'thread'
  | 'opensThread'
  | 'expiresAt'
  | 'citizenId'
  | 'complaintId'
  | 'notificationIds';

/** The sealed part of a mail. Every attempt sends the same id. */
export interface SealedMail extends Omit<Mail, Routing> {
  readonly messageId: string;
  /** Message-ID of the first mail of its thread. */
  readonly inReplyTo?: string | undefined;
  readonly expiresAt?: string | undefined;
  readonly steps?: readonly number[] | undefined;
}

/** Puts mails into the outbox, sealed, in one statement of the caller's transaction. */
export async function enqueueMail(db: Database, services: Services, ...mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map((mail) => sealMail(services, mail));
  await insertMails(db, rows, services.settings.newsWait);
  const at = services.clock.now();
  for (const { deliveryId: id, steps, citizenId, complaintId } of rows)
    if (steps) await recordDelivery(db, { id, channel: 'mail', citizenId, complaintId, steps, state: 'queued', at });
}

/** Seals a mail as an outbox row, for the statement that files a complaint. */
export function sealMail({ keys, settings }: Services, mail: Mail): OutboxRow {
  const { citizenId, complaintId, notificationIds, expiresAt, step, ...named } = mail;
  const { lane = expiresAt ? lanes.code : lanes.bulk, thread = complaintId, opensThread, ...words } = named;
  // Nobody is behind the address of a guest, or of somebody who was erased.
  const to = isErasedAddress(mail.to) || hasNoEmail(mail.to) ? nobody : mail.to;
  const idOf = (id: string) => `<${id}@${new URL(settings.publicUrl).hostname}>`;
  const first = thread === undefined ? undefined : idOf(thread);
  const deliveryId = (opensThread && thread) || randomUUID();
  const inReplyTo = opensThread ? undefined : first;
  const steps = step === undefined ? undefined : [step].flat();
  const sealed: SealedMail = {
    ...words,
    to,
    messageId: idOf(deliveryId),
    inReplyTo,
    expiresAt: expiresAt?.toISOString(),
    steps,
  };
  return {
    deliveryId,
    steps,
    to,
    lane,
    citizenId,
    complaintId,
    notificationIds,
    sealed: seal(keys.mail, JSON.stringify(sealed)),
  };
}
