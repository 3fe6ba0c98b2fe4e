import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { hmacSha256, sha256 } from '../../crypto/digest.ts';
import type { Services } from '../../services.ts';
import { isRemembered, remember } from '../../db/remembered.store.ts';
import { type AccountRow, audienceOf, findAccount, findAccountById } from '../account.store.ts';
import { codeCookie, knownBrowserSeconds, setCodeCookie, newHandle } from '../code/code-cookie.ts';
import { networkOf } from '../../http/network.ts';
import { isNumber } from '../number.ts';

/** Account or address that a limit counts attempts for. */
type ThrottleSubject =
  | readonly [kind: 'login', email: string, type: string]
  | readonly [kind: 'mfa', accountId: string];

/** Passwords count by address and audience, also without an account. */
export const loginOf = (email: string, type: string): ThrottleSubject => ['login', email, type];

/** MFA codes count by account. */
export const mfaOf = (accountId: string): ThrottleSubject => ['mfa', accountId];

/** MFA attempts of a day from all unknown origins. */
export const untrustedMfaOf = (accountId: string) => [...mfaOf(accountId), 'of the day'] as const;

type Origin = readonly [kind: 'browser' | 'network', string];

/** Browser or network of a request, as limits count it. */
export interface LoginOrigin {
  readonly parts: Origin;
  /** Whether the owner recently signed in from here. */
  readonly isTrusted: boolean;
  /** Keyed digest of the account's credentials: see `secretsOf`. */
  readonly secrets: string;
}

/** How long a network stays trusted; shorter than a browser, since addresses change hands. */
const networkSeconds = 30 * 24 * 3600;

/** Returns the login origin of a request: a trusted browser by its cookie, else the network. Trusted ones are counted apart. */
export async function loginOriginOf(services: Services, subject: ThrottleSubject, request: FastifyRequest) {
  const { db, clock } = services;
  const secrets = secretsOf(services, subject, await accountOf(db, subject));
  const isTrusted = (parts: Origin) => isRemembered(db, trustKey(subject, secrets, parts), clock.now());
  const handle = codeCookie(request, services, 'kb');
  const browser = handle === undefined ? undefined : browserOrigin(handle);
  if (browser && (await isTrusted(browser))) return { parts: browser, isTrusted: true, secrets };
  const network = ['network', networkOf(request)] as const;
  return { parts: network, isTrusted: await isTrusted(network), secrets };
}

/** Trusts the browser and network of a successful sign-in; for MFA only with `steps`. */
export async function trustDevice(
  db: Database,
  services: Services,
  account: TrustedAccount,
  reply: FastifyReply,
  { steps = account.mfaAt !== null } = {},
): Promise<void> {
  const handle = codeCookie(reply.request, services, 'kb') ?? newHandle().handle;
  const now = services.clock.now();
  const login = loginTo(account);
  // A number is trusted for all who share it.
  const logins = account.phone && account.phoneUsedAt ? [login, loginOf(account.phone, 'user')] : [login];
  for (const subject of steps ? [...logins, mfaOf(account.id)] : logins) {
    const secrets = secretsOf(services, subject, account);
    const network: Origin = ['network', networkOf(reply.request)];
    await remember(db, trustKey(subject, secrets, browserOrigin(handle)), knownBrowserSeconds, now);
    await remember(db, trustKey(subject, secrets, network), networkSeconds, now);
  }
  const letIn = ['let in', ...login, secretsOf(services, login, account)];
  await remember(db, letIn, knownBrowserSeconds, now);
  setCodeCookie(reply, services, 'kb', handle);
}

type TrustedAccount = Pick<AccountRow, 'id' | 'email' | 'role' | 'passwordHash' | 'mfaAt' | 'phone' | 'phoneUsedAt'>;

const loginTo = ({ email, role }: TrustedAccount) => loginOf(email, role === 'citizen' ? 'user' : 'mda');

/** Whether this is a sign-in from an unknown browser and network; false for the first one, or with a new password. */
export async function isNewDevice(db: Database, services: Services, account: TrustedAccount, request: FastifyRequest) {
  const login = loginTo(account);
  const origin = await loginOriginOf({ ...services, db }, login, request);
  return !origin.isTrusted && (await isRemembered(db, ['let in', ...login, origin.secrets], services.clock.now()));
}

const trustKey = (subject: ThrottleSubject, secrets: string, origin: Origin) => [
  'known',
  ...subject,
  secrets,
  ...origin,
];

/** Queried with or without an account, so that timing reveals nothing. */
function accountOf(db: Database, [kind, name, type]: ThrottleSubject): Promise<AccountRow | undefined> {
  return kind === 'login' ? findAccount(db, name, audienceOf(type) ?? 'user') : findAccountById(db, name);
}

/** Digest of the credentials, part of each trust key: a new password or MFA key ends all trust. */
function secretsOf({ keys }: Services, [kind, name]: ThrottleSubject, account: TrustedAccount | undefined): string {
  if (kind === 'login' && isNumber(name)) return 'number';
  const step = kind === 'mfa' ? account?.mfaAt?.toISOString() : undefined;
  return hmacSha256(keys.place, JSON.stringify([account?.passwordHash ?? null, step ?? null])).toString('hex');
}

const browserOrigin = (handle: string): Origin => ['browser', sha256(handle).toString('hex')];
