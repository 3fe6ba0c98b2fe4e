import type { Transporter } from 'nodemailer';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { isErasedAddress } from './erased.ts';
import { markAway, sendHeldUp } from './mail-server-away.ts';
import { writeToOutbox } from './outbox.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { Services } from '../services.ts';

/** A mail of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Not sent any more after this: an old code helps nobody. */
  readonly expiresAt?: Date;
  /** To somebody who was erased: where there is no mail server it is not written to the outbox, which would keep it. */
  readonly leaveNoCopy?: boolean;
}

/** A mail to nobody takes its time like any other, and is never sent: so time does not tell who has an account. */
export const nobody = '';

/** Enqueues a mail inside the caller's transaction. It waits sealed, so that no code lies readable in the database. */
export async function enqueueMail(db: Database, services: Services, mail: Mail): Promise<void> {
  await services.jobs.add(db, 'send-mail', toPayload(services, mail));
}

/** The same as a call, for a statement that holds more. */
export function mailCall(services: Services, mail: Mail): SQL {
  return services.jobs.call('send-mail', toPayload(services, mail));
}

function toPayload({ keys }: Services, mail: Mail) {
  // Nobody is behind the address of somebody who was erased.
  const to = isErasedAddress(mail.to) ? nobody : mail.to;
  return { sealed: seal(keys.mail, JSON.stringify({ ...mail, to })) };
}

/** Waits for a mail server so long, and then lets the job try again later. */
const patience = { connectionTimeout: '20000', greetingTimeout: '20000', socketTimeout: '60000' };

async function transportTo(url: string): Promise<Transporter> {
  // Loaded with the first mail.
  const { createTransport } = await import('nodemailer');
  const address = new URL(url);
  for (const [name, value] of Object.entries(patience)) {
    if (!address.searchParams.has(name)) address.searchParams.set(name, value);
  }
  return createTransport(address.href);
}

/** Sends a mail that waited, by SMTP_URL or else into the outbox folder. What it throws makes the job try again later. */
export async function sendMail(services: Services, { sealed }: { readonly sealed: string }): Promise<void> {
  const { keys, clock, log, metrics } = services;
  const mail = JSON.parse(unseal(keys.mail, sealed)) as Omit<Mail, 'expiresAt'> & { readonly expiresAt?: string };
  if (mail.expiresAt !== undefined && new Date(mail.expiresAt) <= clock.now()) {
    log.info('A mail was dropped: what it says is no longer true.');
    metrics.mails.inc({ outcome: 'dropped' });
    return;
  }
  if (mail.to === nobody) return;
  if (mail.leaveNoCopy === true && services.settings.smtpUrl === undefined) return;
  try {
    await deliver(services, mail);
    metrics.mails.inc({ outcome: 'sent' });
  } catch (error) {
    metrics.mails.inc({ outcome: 'failed' });
    throw markAway(error);
  }
  // This one is sent: whatever goes wrong from here on must not send it again.
  await sendHeldUp(services.db).catch((error: unknown) => log.warn({ err: error }, 'Mails that were held up wait on.'));
}

async function deliver({ settings, clock }: Services, { to, subject, text }: Omit<Mail, 'expiresAt'>): Promise<void> {
  const message = {
    from: settings.mailFrom,
    to,
    subject,
    text,
    date: clock.now(),
    textEncoding: 'quoted-printable' as const,
  };
  if (settings.smtpUrl === undefined) await writeToOutbox(settings.dataDir, message, clock.now());
  else await (await transportTo(settings.smtpUrl)).sendMail(message);
}
