import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../platform/services.ts';
import { isRemembered, remember } from '../../platform/throttle.store.ts';
import type { AccountRow } from './account.store.ts';
import { codeCookie, knownBrowserSeconds, setCodeCookie } from './code-cookie.ts';
import { newHandle } from './code.ts';
import { networkOf } from './network.ts';
import { loginOf, stepsOf, type Whose } from './whose.ts';

/** Where somebody asks from, as it is counted. */
export interface Place {
  readonly parts: readonly [kind: 'browser' | 'network', string];
  /** Its owner was let in here lately. */
  readonly isKnown: boolean;
}

/** How long a network is known as one of the owner's. Others get its address some day; nobody gets the cookie of a browser. */
const networkSeconds = 30 * 24 * 3600;

/**
 * Where a request comes from: a browser that was let in before, by the cookie it got then, else its network.
 *
 * What strangers try, from however many networks, is counted for an account as a whole, and past a limit refused to all
 * places that nobody knows; one network may be that of a whole town. A known place is counted by itself, as strictly as any
 * network, and neither uses up what others have nor loses by what they do. So whoever guesses, even with the right password in
 * hand, shuts out themselves and not the owner (OWASP: device cookies). The cookie opens nothing: it only says whose count it is.
 */
export async function placeOf(services: Services, whose: Whose, request: FastifyRequest): Promise<Place> {
  const { db, clock } = services;
  const browser = browserPlace(codeCookie(request, services, 'kb'));
  if (browser && (await isRemembered(db, ['known', ...whose, ...browser], clock.now())))
    return { parts: browser, isKnown: true };
  const network = ['network', networkOf(request)] as const;
  return { parts: network, isKnown: await isRemembered(db, ['known', ...whose, ...network], clock.now()) };
}

/** Its owner was let in just now: from now on the place is known, for the second step only when that was taken. */
export async function rememberPlace(
  db: Database,
  services: Services,
  { id, email, role, secondStepAt }: Pick<AccountRow, 'id' | 'email' | 'role' | 'secondStepAt'>,
  reply: FastifyReply,
  { steps = secondStepAt !== null } = {},
): Promise<void> {
  const now = services.clock.now();
  const handle = codeCookie(reply.request, services, 'kb') ?? newHandle().handle;
  const login = loginOf(email, role === 'citizen' ? 'user' : 'mda');
  for (const whose of steps ? [login, stepsOf(id)] : [login]) {
    await remember(db, ['known', ...whose, ...browserPlace(handle)], knownBrowserSeconds, now);
    await remember(db, ['known', ...whose, 'network', networkOf(reply.request)], networkSeconds, now);
  }
  setCodeCookie(reply, services, 'kb', handle);
}

function browserPlace(handle: string): Place['parts'];
function browserPlace(handle: string | undefined): Place['parts'] | undefined;
function browserPlace(handle: string | undefined): Place['parts'] | undefined {
  return handle === undefined ? undefined : ['browser', createHash('sha256').update(handle).digest('hex')];
}
