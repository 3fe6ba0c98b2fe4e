import type { Database } from '../db/database.ts';
import { isWithinRate } from '../limits/throttle.store.ts';
import { enqueueMail, type Mail, nobody } from '../mail/enqueue-mail.ts';
import { lanes } from '../mail/outbox.store.ts';
import { phoneChannel } from '../mail/send-sms.ts';
import type { Services } from '../services.ts';
import { phrase, type Words } from '../texts/words.ts';
import type { AccountRow } from './account.store.ts';
import type { IssuedCode } from './code/code.ts';

type CodeText = IssuedCode & { readonly to: string; readonly citizenId?: string | undefined };

/** Texts somebody's telephone ahead of all mails: no name, office or title, since others may read it. */
async function text(
  db: Database,
  services: Services,
  { to, citizenId, expiresAt, words }: Pick<Mail, 'to' | 'citizenId' | 'expiresAt'> & { readonly words: Words },
): Promise<void> {
  const channel = phoneChannel(services.settings);
  const sms = {
    channel: channel?.name ?? '',
    to: channel ? to : nobody,
    subject: '',
    text: [words],
    lane: lanes.phone,
  };
  await enqueueMail(db, services, { ...sms, ...(citizenId && { citizenId }), ...(expiresAt && { expiresAt }) });
}

/** Texts a code, whatever it is for. */
export const textCode = (db: Database, services: Services, { code, ...sms }: CodeText) =>
  text(db, services, {
    ...sms,
    words: phrase(
      /*i18n*/ '{code} is your code for {product}. It works once, for 10 minutes. Do not tell it to anyone: we never ask for it.',
      { code, product: services.settings.productName },
    ),
  });

/** Texts a number that as many accounts use as one can have. */
export const textNumberFull = (db: Database, services: Services, to: string) =>
  text(db, services, {
    to,
    words: phrase(
      /*i18n*/ '{product}: no further account can be made with this number. If it was not you who tried, you need not do anything.',
      { product: services.settings.productName },
    ),
  });

/** Texts the owner of an account a notice, in a few words. */
export async function textNotice(
  db: Database,
  services: Services,
  { id: citizenId, phone }: Pick<AccountRow, 'id' | 'phone'>,
  said: string,
): Promise<void> {
  const { rates, clock } = services;
  // An SMS costs: somebody could change their own password all day.
  if (!(await isWithinRate(db, rates.smsNotice, ['sms notice', citizenId], clock.now()))) return;
  const values = { product: services.settings.productName, notice: phrase(said) };
  const words = phrase(
    /*i18n*/ '{product}: {notice}. If it was not you, set a new password at once with "Forgot Password".',
    values,
  );
  await text(db, services, { to: phone ?? nobody, citizenId, words });
}

/** Confirms the erasure of an account without an e-mail. */
export const textAccountDeleted = (db: Database, services: Services, to: string) =>
  text(db, services, {
    to,
    words: phrase(/*i18n*/ '{product}: your account was deleted, as you asked.', {
      product: services.settings.productName,
    }),
  });
