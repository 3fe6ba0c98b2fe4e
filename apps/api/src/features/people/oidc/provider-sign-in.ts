import * as contract from '@baraza/contract';
import { eq, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit, recordAuditEvent, recordAuditEventAlone } from '../../../audit/audit.ts';
import { type AccountRow, findAccountById, lockAccount, updateAccount } from '../../../auth/account.store.ts';
import { codeCookie, newHandle, setCodeCookie } from '../../../auth/code/code-cookie.ts';
import { signInWithCode } from '../../../auth/mfa/sign-in-with-code.ts';
import { openSession } from '../../../auth/session/open-session.ts';
import { endProviderSessions } from '../../../auth/session/session.store.ts';
import { seal, unseal } from '../../../crypto/seal.ts';
import type { Database } from '../../../db/database.ts';
import { areRemembered, isRemembered, remember } from '../../../db/remembered.store.ts';
import { account, invitation as invitationTable } from '../../../db/schema/tables.ts';
import { AppError, malformed } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { networkOf } from '../../../http/network.ts';
import { isWithinRate, useThrottle } from '../../../limits/throttle.store.ts';
import type { Services } from '../../../services.ts';
import { requireInvited } from '../account/invite.ts';
import { applyClaims } from './apply-claims.ts';
import { type Claims, logoutTokenSeconds, type Proofs, type Provider } from './provider.ts';

/** How long a person may take at the provider, and then for their code. */
const journeySeconds = 600;
const once = { max: 1, seconds: 2 * journeySeconds };
/** Advisory lock by which a log-out and a session that opens meanwhile take turns. */
const logoutLock = 5_010_050;
const loggedOut = (name: Buffer) => ['logged out', name.toString('base64')];
/** How far the provider's clock may be ahead. */
const skewMs = 60_000;

/** Which account a sign-in shall be linked to: the caller's, or that of an invitation. */
interface Wish {
  readonly accountId?: string;
  readonly invitation?: string | undefined;
}
type Journey = Proofs & Wish;

interface Ticket {
  readonly accountId: string;
  /** Hash of the provider's session. */
  readonly session: string;
  /** When the sign-in began. */
  readonly since: number;
  readonly multiFactor: boolean;
  readonly provedAt: number | null;
}

/** Returns the provider's address for a sign-in, or for accepting an invitation. */
export async function startSignIn(
  { services, body: { invitation }, request, reply }: Context<typeof contract.startProviderSignIn>,
  provider: Provider,
) {
  if (invitation !== undefined) await requireLinkable(services, invitation, request);
  return startJourney(services, provider, reply, { invitation });
}

/** Finds the account of an invitation. Administrators choose a password instead. */
async function requireLinkable(services: Services, invitation: string, request: FastifyRequest) {
  const { account: invited } = await requireInvited(services, invitation, request);
  if (invited.role === 'administrator') throw new AppError('FORBIDDEN', contract.staffMessage.adminPassword);
  return invited;
}

/** Returns the provider's address for this browser; all that comes back is sealed in `state`. */
export async function startJourney(services: Services, provider: Provider, reply: FastifyReply, wish: Wish) {
  const { db, rates, clock } = services;
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(reply.request)], clock.now());
  const handle = codeCookie(reply.request, services, 'si') ?? newHandle().handle;
  const state = (proofs: Proofs) => sealFor(services, handle, 'state', { ...proofs, ...wish });
  const address = await provider.addressFor(state);
  setCodeCookie(reply, services, 'si', handle);
  return { address };
}

interface Sealed {
  readonly state: Journey;
  readonly ticket: Ticket;
}

function sealFor<Use extends keyof Sealed>({ keys, clock }: Services, handle: string, use: Use, content: Sealed[Use]) {
  return seal(keys.signIn, JSON.stringify({ use, handle, at: clock.now().getTime(), content }));
}

/** Opens a text sealed for this use and browser in the last minutes; else undefined. */
function openSealed<Use extends keyof Sealed>(
  services: Services,
  request: FastifyRequest,
  use: Use,
  sealed: string,
): (Sealed[Use] & { readonly at: number }) | undefined {
  try {
    const { handle, at, content, ...found } = JSON.parse(unseal(services.keys.signIn, sealed));
    const isFresh = Math.abs(services.clock.now().getTime() - at) < journeySeconds * 1000;
    const isOwn = found.use === use && handle === codeCookie(request, services, 'si');
    return isFresh && isOwn ? { ...(content as Sealed[Use]), at } : undefined;
  } catch {
    return undefined;
  }
}

/** Receives a return from the provider; returns the page of the desk to go to. */
export async function receive(services: Services, provider: Provider, request: FastifyRequest): Promise<string> {
  const query = request.url.split('?', 2)[1] ?? '';
  const state = new URLSearchParams(query).get('state') ?? '';
  const journey = openSealed(services, request, 'state', state);
  const outcome = await follow(services, provider, request, { query, state, journey }).catch((error: unknown) => {
    // The error itself may hold a token.
    const { name, code } = error as Error & { code?: string };
    request.log.warn({ outcome: 'refused', fault: name, code }, 'sign-in provider');
    const isAway = error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'UNAVAILABLE';
    return isAway ? 'away' : 'refused';
  });
  const isFailure = outcome !== 'linked' && (contract.providerOutcomes as readonly string[]).includes(outcome);
  if (isFailure) {
    const event = { action: 'account.signed-in', outcome: 'refused', actor: null } as const;
    await recordAuditEventAlone(services.db, services, request, {
      ...event,
      detail: { reason: `provider ${outcome}` },
    });
  }
  return `${journey?.accountId === undefined ? 'login' : 'mfa'}#oidc=${outcome}`;
}

interface Return {
  readonly query: string;
  readonly state: string;
  readonly journey: (Journey & { readonly at: number }) | undefined;
}

/** Checks a return from the provider; returns a ticket for a session, or an outcome. */
async function follow(
  services: Services,
  provider: Provider,
  request: FastifyRequest,
  { query, state, journey }: Return,
): Promise<string> {
  const { db, rates, clock } = services;
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], clock.now());
  if (!journey || !(await isWithinRate(db, once, ['sign-in', state], clock.now()))) return 'ended';
  const claims = await provider.claimsAt(query, state, journey);
  const proofs = proofsIn(claims, clock.now());
  return db.transaction(async (tx) => {
    const row = await findOrLink({ ...services, db: tx }, provider.hash(claims.sub), request, journey);
    if (typeof row === 'string') return row;
    if (journey.accountId !== undefined) return 'linked';
    const { id: accountId, mdaId } = row;
    const role = row.role as contract.StaffRole;
    const caller = { accountId, role, mdaId, sessionId: '' };
    // For the audit trail: whom the claims of the provider concern.
    request.caller = caller;
    await applyClaims(tx, { services, caller, request }, { ...row, role }, provider, claims);
    const session = provider.hash(proofs.session).toString('base64');
    const ticket = { ...proofs, accountId, session, since: journey.at };
    return sealFor(services, codeCookie(request, services, 'si') ?? '', 'ticket', ticket);
  });
}

/** Reads the proofs of an ID token. @throws where the time of the last one is no time until now */
function proofsIn({ sid, amr, auth_time: authTime }: Claims, now: Date) {
  // RFC 8176.
  const multiFactor = Array.isArray(amr) && amr.includes('mfa');
  const latest = now.getTime() + skewMs;
  const isTime = authTime === undefined || (Number.isSafeInteger(authTime) && authTime > 0 && authTime * 1000 < latest);
  if (!isTime) throw new Error('The provider named no time of the sign-in.');
  const provedAt = authTime === undefined ? null : Math.min(authTime * 1000, now.getTime());
  return { session: typeof sid === 'string' ? sid : '', multiFactor, provedAt };
}

/** Finds the linked account of a subject, or links the journey's own. Locks it. */
async function findOrLink(
  services: Services,
  subjectHash: Buffer,
  request: FastifyRequest,
  { accountId, invitation }: Wish,
): Promise<AccountRow | contract.ProviderOutcome> {
  const { db, clock } = services;
  const [linked] = await db.select().from(account).where(eq(account.subjectHash, subjectHash)).for('update');
  const wanted = invitation === undefined ? accountId : (await requireLinkable(services, invitation, request)).id;
  if (wanted === undefined || wanted === linked?.id)
    return !linked ? 'unlinked' : linked.disabledAt === null ? linked : 'disabled';
  if (linked) return 'taken';
  const row = await lockAccount(db, wanted);
  if (!row || row.disabledAt || row.role === 'citizen') return 'disabled';
  // The link of the invitation went to the address, so opening it confirms the address.
  await updateAccount(db, row.id, { subjectHash, emailVerifiedAt: row.emailVerifiedAt ?? clock.now() });
  await db.delete(invitationTable).where(eq(invitationTable.accountId, row.id));
  await recordAuditEvent(db, services, request, { action: 'account.provider-linked', actor: row });
  return { ...row, subjectHash };
}

/** Opens the session of a ticket. Our own second factor is left out only where the provider checked several. */
export async function enter({ services, body, request, reply }: Context<typeof contract.enterByProvider>) {
  const { db, rates, clock } = services;
  await useThrottle(db, rates.loginNetwork, ['login', networkOf(request)], clock.now());
  const ticket = openSealed(services, request, 'ticket', body.ticket);
  const row = ticket && (await findAccountById(db, ticket.accountId));
  const isUsed = await isRemembered(db, ['sign-in', body.ticket], clock.now());
  if (!row || row.disabledAt || isUsed) throw endedJourney();
  const { session, multiFactor, provedAt, since } = ticket;
  const providerSession = Buffer.from(session, 'base64');
  const reauthenticatedAt = provedAt === null ? null : new Date(provedAt);
  const provider = { providerSession, multiFactor, reauthenticatedAt };
  const needsCode = row.mfaAt !== null && !multiFactor;
  if (needsCode && body.code === undefined) throw new AppError('MFA_REQUIRED', contract.staffMessage.mfa);
  const names = [providerSession, row.subjectHash ?? providerSession];
  const useUp = async (tx: Database) => {
    await tx.execute(sql`select pg_advisory_xact_lock_shared(${logoutLock})`);
    const isOut = await wasLoggedOut(tx, names, since);
    if (isOut || !(await isWithinRate(tx, once, ['sign-in', body.ticket], clock.now()))) throw endedJourney();
  };
  if (needsCode) return signInWithCode(services, row, body.code ?? '', reply, { by: 'provider', provider, useUp });
  return db.transaction(async (tx) => {
    await useUp(tx);
    return openSession({ ...services, db: tx }, row, reply, 'provider', provider);
  });
}

/** Whether the provider logged out one of these names since a sign-in began. */
async function wasLoggedOut(tx: Database, names: readonly Buffer[], since: number): Promise<boolean> {
  // A log-out is remembered for `once.seconds`. What still is, a millisecond before that time after `since` ends, came at `since` or later.
  const lastMoment = new Date(since + once.seconds * 1000 - 1);
  return (await areRemembered(tx, names.map(loggedOut), lastMoment)).includes(true);
}

const endedJourney = () => new AppError('INVALID_CREDENTIALS', contract.staffMessage.providerAgain);

/** Ends the sessions that a log-out token of the provider names. @throws AppError for any other token */
export async function endByProvider(services: Services, provider: Provider, token: string): Promise<void> {
  const { sub, sid, jti } = await provider.readLogoutToken(token).catch((error: unknown) => {
    throw error instanceof AppError ? error : malformed('This is no log-out token of the sign-in provider.');
  });
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const at = clock.now();
    await tx.execute(sql`select pg_advisory_xact_lock(${logoutLock})`);
    if (!(await isWithinRate(tx, { max: 1, seconds: 2 * logoutTokenSeconds }, ['log-out token', jti], at))) return;
    const [subject, session] = [sub, sid].map((name) => (name === undefined ? undefined : provider.hash(name)));
    // Somebody may be back from the provider, and have no session yet.
    await remember(tx, loggedOut(session ?? subject!), once.seconds, at);
    const [row] = subject ? await findBySubject(tx, subject) : [];
    if (subject && !row) return;
    const ended = await endProviderSessions(tx, row?.id, session);
    for (const actorId of ended)
      await recordAudit(tx, { at, action: 'account.signed-out', actorId, outcome: 'done', detail: { by: 'provider' } });
  });
}

const findBySubject = (db: Database, hash: Buffer) =>
  db.select({ id: account.id }).from(account).where(eq(account.subjectHash, hash));
