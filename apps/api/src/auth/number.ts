import { message } from '@baraza/contract/core/message';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { validation } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import { isOfCountry, numberOf } from '../mail/number.ts';
import { phoneChannel } from '../mail/send-sms.ts';
import type { Services } from '../services.ts';

/** Whether an address is a telephone number, no e-mail. */
export const isNumber = (address: string): boolean => !address.includes('@');

/** Writes an e-mail or number in the spelling of accounts. @throws AppError 400 for numbers to which no channel sends codes */
export function addressOf({ settings }: Pick<Services, 'settings'>, typed: string, field = 'email'): string {
  if (!isNumber(typed)) return typed;
  const channel = phoneChannel(settings);
  const number = channel && numberOf(typed, channel.country);
  // Abroad there are ranges whose owners earn by each SMS.
  if (!channel || number === undefined || !isOfCountry(number, channel.country))
    throw validation({ [field]: field === 'email' ? message.email : message.invalid });
  return number;
}

/** Counts an SMS, which costs, by network, number and day. @throws AppError 429, whether or not the number is known */
export async function countSms(
  db: Database,
  { rates, clock }: Services,
  request: FastifyRequest,
  {
    number,
    purpose,
    origin,
  }: { readonly number: string; readonly purpose: string; readonly origin: { readonly isTrusted: boolean } },
): Promise<void> {
  if (!isNumber(number)) return;
  const now = clock.now();
  if (origin.isTrusted) {
    await useThrottle(db, rates.smsTrusted, ['sms trusted', number], now);
    return;
  }
  await useThrottle(db, rates.smsNetwork, ['sms network', networkOf(request)], now);
  await useThrottle(db, rates.smsNumber, ['sms number', purpose, number], now);
  await useThrottle(db, rates.smsDay, ['sms of the day'], now);
}
