import { message } from '@baraza/contract/message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordDeed } from '../../platform/audit-request.ts';
import { AppError } from '../../platform/errors.ts';
import { isPasswordRight } from '../../platform/password.ts';
import type { Services } from '../../platform/services.ts';
import { isRemembered, remember, resetThrottle, useThrottle } from '../../platform/throttle.store.ts';
import { type AccountRow, audienceOf, findAccount } from './account.store.ts';
import { vainPasswordHash } from './code.store.ts';
import { networkOf } from './network.ts';
import { openSession } from './open-session.ts';
import { sendVerificationCode } from './register.ts';
import { challenge } from './sign-in-challenge.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly type: string;
}

/**
 * Checks e-mail and password and opens a session. An unknown address, a wrong type, a disabled account and a wrong password
 * answer alike and take alike long. So do a registration that waits and one whose address has an account already: whether
 * it has is told to nobody.
 */
export async function signIn(
  services: Services,
  given: Credentials,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ token: string }> {
  const { db, clock } = services;
  const audience = audienceOf(given.type);
  const own = ['login', given.email, given.type, networkOf(request)];
  await countTry(services, given, request, own);
  const row = audience && (await findAccount(db, given.email, audience));
  const usable = row && row.disabledAt === null ? row : undefined;
  const right = await isPasswordRight(usable?.passwordHash, given.password);
  const waits = usable?.emailVerifiedAt === null;
  if (audience === 'user' && !(usable && right && !waits)) {
    const vain = await isVainlyRegistered(services, given, waits);
    if (vain || (right && waits)) {
      await recordRefusal(services, request, row, 'unverified');
      throw await unverified(services, given.email, row, reply);
    }
  }
  if (!right || !usable || !audience) {
    await recordRefusal(services, request, row, 'credentials');
    request.log.info({ audience, outcome: 'refused' }, 'sign-in');
    throw new AppError('INVALID_CREDENTIALS', message.credentials);
  }
  if (waits) throw new AppError('EMAIL_NOT_VERIFIED', message.unverified);
  // Not before: who registers an address anew must not get more guesses at the password of its owner.
  await resetThrottle(db, own);
  await resetThrottle(db, ['login', given.email, given.type]);
  await remember(db, ['known', ...own], knownSeconds, clock.now());
  if (usable.secondStepAt) throw await challenge(services, usable);
  return openSession(services, usable, request, clock.now());
}

async function countTry(
  services: Services,
  { email, type }: Credentials,
  request: FastifyRequest,
  own: readonly string[],
) {
  const { db, rates, clock } = services;
  const now = clock.now();
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], now);
  await useThrottle(db, rates.login, own, now);
  try {
    await useThrottle(db, rates.loginAnywhere, ['login', email, type], now);
  } catch (error) {
    // Whoever guesses from many networks must not shut the owner out of their own.
    if (!(await isRemembered(db, ['known', ...own], now))) throw error;
  }
}

/** How long a network is known as one of the owner's. */
const knownSeconds = 30 * 24 * 3600;

/** Whether it is the password of a registration in vain. Takes as long where there was none, or a real one waits. */
async function isVainlyRegistered(services: Services, given: Credentials, waits: boolean): Promise<boolean> {
  const passwordHash = await vainPasswordHash(services.db, given.email);
  return isPasswordRight(waits ? undefined : passwordHash, given.password);
}

/** The password was right: only then may the answer tell that the address waits to be confirmed. */
async function unverified(
  services: Services,
  email: string,
  row: AccountRow | undefined,
  reply: FastifyReply,
): Promise<AppError> {
  await sendVerificationCode(services, email, row, reply);
  return new AppError('EMAIL_NOT_VERIFIED', message.unverified);
}

/** For a known address and an unknown one alike. Which address it was is told by the account alone. */
function recordRefusal(services: Services, request: FastifyRequest, row: AccountRow | undefined, reason: string) {
  const deed = { action: 'account.signed-in', outcome: 'refused', actor: row ?? null, detail: { reason } } as const;
  return recordDeed(services.db, services, request, deed);
}
