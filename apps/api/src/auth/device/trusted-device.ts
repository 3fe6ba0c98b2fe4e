import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { hmacSha256 } from '../../crypto/digest.ts';
import type { Services } from '../../services.ts';
import { isRemembered, isWithinRate, remember } from '../../limits/throttle.store.ts';
import { type AccountRow, audienceOf, findAccount, findAccountById } from '../account.store.ts';
import { codeCookie, knownBrowserSeconds, setCodeCookie } from '../code/code-cookie.ts';
import { newHandle } from '../code/handle.ts';
import { networkOf } from '../../http/network.ts';
import { loginOf, stepsOf, type ThrottleSubject } from './throttle-subject.ts';

/** Where somebody asks from, as it is counted. */
export interface Place {
  readonly parts: readonly [kind: 'browser' | 'network', string];
  /** Its owner was let in here lately. */
  readonly isKnown: boolean;
  /** What the account was let in with: see `secretsOf`. */
  readonly secrets: string;
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
 * All known places together have a limit as well: see `isExemptFromGlobalLimit`.
 */
export async function placeOf(services: Services, whose: ThrottleSubject, request: FastifyRequest): Promise<Place> {
  const { db, clock } = services;
  const now = clock.now();
  const secrets = secretsOf(services, whose, await accountOf(db, whose));
  const browser = browserPlace(codeCookie(request, services, 'kb'));
  if (browser && (await isRemembered(db, markOf(whose, secrets, browser), now)))
    return { parts: browser, isKnown: true, secrets };
  const network = ['network', networkOf(request)] as const;
  return { parts: network, isKnown: await isRemembered(db, markOf(whose, secrets, network), now), secrets };
}

/**
 * Its owner was let in just now: from now on the place is known, for the second step only when that was taken. An account gets
 * to know so many places a day; past that its owner is let in all the same, and nothing is remembered.
 */
export async function trustDevice(
  db: Database,
  services: Services,
  account: Known,
  reply: FastifyReply,
  { steps = account.mfaAt !== null } = {},
): Promise<void> {
  const handle = codeCookie(reply.request, services, 'kb') ?? newHandle().handle;
  const login = loginTo(account);
  for (const whose of steps ? [login, stepsOf(account.id)] : [login]) {
    const secrets = secretsOf(services, whose, account);
    await rememberOne({ ...services, db }, whose, secrets, browserPlace(handle), knownBrowserSeconds);
    await rememberOne({ ...services, db }, whose, secrets, ['network', networkOf(reply.request)], networkSeconds);
  }
  const letIn = ['let in', ...login, secretsOf(services, login, account)];
  await remember(db, letIn, knownBrowserSeconds, services.clock.now());
  setCodeCookie(reply, services, 'kb', handle);
}

type Known = Pick<AccountRow, 'id' | 'email' | 'role' | 'passwordHash' | 'mfaAt'>;

const loginTo = ({ email, role }: Known) => loginOf(email, role === 'citizen' ? 'user' : 'mda');

/**
 * Whether the owner of the account was let in before with what they have now, but neither in this browser nor in this network: then
 * it may be somebody else. Not at the very first time, nor with a new password.
 */
export async function isNewDevice(db: Database, services: Services, account: Known, request: FastifyRequest) {
  const login = loginTo(account);
  const place = await placeOf({ ...services, db }, login, request);
  return !place.isKnown && (await isRemembered(db, ['let in', ...login, place.secrets], services.clock.now()));
}

async function rememberOne(
  { db, rates, clock }: Services,
  whose: ThrottleSubject,
  secrets: string,
  place: Place['parts'],
  seconds: number,
): Promise<void> {
  const now = clock.now();
  const mark = markOf(whose, secrets, place);
  const newOnes = ['new places', ...whose, secrets, place[0]];
  if ((await isRemembered(db, mark, now)) || (await isWithinRate(db, rates.newPlaces, newOnes, now)))
    await remember(db, mark, seconds, now);
}

const markOf = (whose: ThrottleSubject, secrets: string, place: Place['parts']) => [
  'known',
  ...whose,
  secrets,
  ...place,
];

/** Asked for whether there is an account or not, so that it takes as long. */
function accountOf(db: Database, [kind, name, type]: ThrottleSubject): Promise<AccountRow | undefined> {
  return kind === 'login' ? findAccount(db, name, audienceOf(type) ?? 'user') : findAccountById(db, name);
}

/**
 * Stands in what is remembered of a place. A new password, or a new second step, makes all places unknown, above all those of
 * somebody who knew the old one. And nobody who reads the table, with all addresses and networks at hand, finds out who had an
 * account: it is made with the key of the installation, and the password is gone once the account is erased.
 */
function secretsOf(
  { keys }: Services,
  [kind]: ThrottleSubject,
  account: Pick<AccountRow, 'passwordHash' | 'mfaAt'> | undefined,
): string {
  const step = kind === 'second step' ? account?.mfaAt?.toISOString() : undefined;
  return hmacSha256(keys.place, JSON.stringify([account?.passwordHash ?? null, step ?? null])).toString('hex');
}

function browserPlace(handle: string): Place['parts'];
function browserPlace(handle: string | undefined): Place['parts'] | undefined;
function browserPlace(handle: string | undefined): Place['parts'] | undefined {
  return handle === undefined ? undefined : ['browser', createHash('sha256').update(handle).digest('hex')];
}
