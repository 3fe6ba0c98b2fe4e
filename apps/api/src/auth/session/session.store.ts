import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { sha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import { keepPrepared, param } from '../../db/prepared.ts';
import { centreOf, wallsOf } from '../../db/row-security/open-to.ts';
import { anyScope } from '../../db/row-security/scope.ts';
import { account, session } from '../../db/schema/tables.ts';
import type { Caller, StoredSession } from './caller.ts';
import { dropSessions, type SessionCache } from './session-cache.ts';
import { announceEnds } from '../../realtime/announce.ts';
import type { Settings } from '../../config/settings.ts';
import type { Services } from '../../services.ts';

/** Idle and absolute lifetimes in milliseconds. */
type Lives = Settings['sessions'];

const mostListed = 100;

const minute = 60_000;

/** Milliseconds after which another use is recorded: a sixtieth of the idle time, between 1 and 15 minutes. */
const touchEvery = (idle: number) => Math.min(Math.max(minute, idle / 60), 15 * minute);

/** A sign-in as the sign-in provider describes it. */
export interface ProviderProof {
  readonly providerSession: Buffer;
  readonly multiFactor: boolean;
  /** When the person last proved who they are there, if it says so. */
  readonly reauthenticatedAt: Date | null;
}

interface NewSession {
  readonly accountId: string;
  readonly role: Caller['role'];
  readonly userAgent: string | undefined;
  readonly now: Date;
  readonly lives: Lives;
  readonly provider?: ProviderProof | undefined;
}

/** Opens a session and returns its token, of which only the hash is stored. */
export async function insertSession(db: Database, { accountId, role, userAgent, now, lives, provider }: NewSession) {
  const token = randomBytes(32).toString('base64url');
  const { absolute } = role === 'citizen' ? lives.citizen : lives.staff;
  await db.insert(session).values({
    id: crypto.randomUUID(),
    tokenHash: sha256(token),
    accountId,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + absolute),
    reauthenticatedAt: now,
    userAgent: userAgent?.slice(0, 300) ?? null,
    ...provider,
  });
  return token;
}

/** How far a clock may be set back without signing people out. */
const clockLeeway = 24 * 3_600_000;

const livesOf = ({ caller }: StoredSession, { citizen, staff }: Lives) => (caller.role === 'citizen' ? citizen : staff);

/** Whether a session is neither idle nor expired. One that expires too late was opened while the clock was ahead. */
function isAlive(stored: StoredSession, now: Date, lives: Lives): boolean {
  const { idle, absolute } = livesOf(stored, lives);
  const restedFor = now.getTime() - stored.lastUsedAt.getTime();
  const endsIn = stored.expiresAt.getTime() - now.getTime();
  return restedFor < idle && endsIn > 0 && endsIn < absolute + clockLeeway;
}

const storedColumns = {
  caller: {
    accountId: account.id,
    // Read anew each time, so that a change of the role counts at once.
    role: account.role,
    mdaId: account.mdaId,
    walls: wallsOf(account),
    centre: centreOf(account),
    sessionId: session.id,
    isGuest: sql<boolean>`${account.receiptHash} is not null`,
    mfa: sql<boolean>`${account.mfaAt} is not null or ${session.multiFactor}`,
    reauthenticatedAt: session.reauthenticatedAt,
  },
  lastUsedAt: session.lastUsedAt,
  expiresAt: session.expiresAt,
};

const isOpen = and(isNull(account.disabledAt), isNotNull(account.emailVerifiedAt));

function selectSessions(db: Database, condition: SQL) {
  return db
    .select(storedColumns)
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(condition, isOpen));
}

/** Token of a request, with the time of its use. */
export interface BearerCredentials {
  readonly token: string;
  readonly now: Date;
  readonly lives: Lives;
  /** A call that an app makes by itself does not keep the session alive. */
  readonly background?: boolean;
}

/** Finds the caller that a token names, and records the use of the session. */
export async function findCaller(
  { reads, scoped }: Pick<Services, 'reads' | 'scoped'>,
  credentials: BearerCredentials,
  cache?: SessionCache,
): Promise<Caller | undefined> {
  const { token, now, lives } = credentials;
  const tokenHash = sha256(token);
  const readStored = async () => (await callerStatement(reads).execute({ tokenHash }))[0];
  const isUsable = (stored: StoredSession) => isAlive(stored, now, lives);
  const stored = cache ? await cache.read(tokenHash.toString('base64'), isUsable, readStored) : await readStored();
  if (!stored || !isUsable(stored)) return undefined;
  await touchSession(scoped(anyScope), credentials, stored);
  return stored.caller;
}

async function touchSession(db: Database, { now, background, lives }: BearerCredentials, stored: StoredSession) {
  const { idle } = livesOf(stored, lives);
  // In both directions: a clock that was set back must not keep an idle session alive.
  if (background || Math.abs(now.getTime() - stored.lastUsedAt.getTime()) <= touchEvery(idle)) return;
  stored.lastUsedAt = now;
  const written = db.update(session).set({ lastUsedAt: now }).where(eq(session.id, stored.caller.sessionId));
  // A full disk must not keep people from reading.
  await written.catch(() => {});
}

const callerStatement = keepPrepared('caller', (db) => callerQuery(db, param('tokenHash')));

/** Builds the query behind `findCaller`, which tests measure by itself. */
export function callerQuery(db: Database, tokenHash: Buffer) {
  return selectSessions(db, eq(session.tokenHash, tokenHash));
}

/** Finds the caller of a valid session by its id instead of its token. */
export async function findSession(db: Database, sessionId: string, now: Date, lives: Lives) {
  const [stored] = await selectSessions(db, eq(session.id, sessionId));
  return stored && isAlive(stored, now, lives) ? stored.caller : undefined;
}

/** Returns the ids of those sessions that are valid, in one query. */
export async function aliveAmong(db: Database, sessionIds: readonly string[], now: Date, lives: Lives) {
  const rows = await selectSessions(db, sql`${session.id} = any(${sql.param(sessionIds)}::uuid[])`);
  return new Set(rows.filter((row) => isAlive(row, now, lives)).map((row) => row.caller.sessionId));
}

/** Lists the valid sessions of an account, last used first. */
export async function sessionsOf(db: Database, accountId: string, now: Date, lives: Lives) {
  const rows = await db
    .select({ ...storedColumns, createdAt: session.createdAt, userAgent: session.userAgent })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(eq(session.accountId, accountId), isOpen))
    .orderBy(desc(session.lastUsedAt), desc(session.createdAt))
    .limit(mostListed);
  return rows.filter((row) => isAlive(row, now, lives));
}

/** Ends one session of an account; false when it has no such session. */
export async function endSession(db: Database, accountId: string, sessionId: string): Promise<boolean> {
  return (await removeSessions(db, and(eq(session.id, sessionId), eq(session.accountId, accountId)))) > 0;
}

/** Ends every session of an account but one; returns their number. */
export async function endSessions(db: Database, accountId: string, except?: string): Promise<number> {
  const others = except === undefined ? undefined : ne(session.id, except);
  return removeSessions(db, and(eq(session.accountId, accountId), others));
}

/** Ends the sessions of an account that its sign-in provider opened, or one of these; returns their accounts. */
export async function endProviderSessions(db: Database, accountId: string | undefined, providerSession?: Buffer) {
  const ofAccount = accountId === undefined ? undefined : eq(session.accountId, accountId);
  const ofProvider = providerSession
    ? eq(session.providerSession, providerSession)
    : isNotNull(session.providerSession);
  const where = and(ofAccount, ofProvider);
  const accounts = await db.selectDistinct({ id: session.accountId }).from(session).where(where);
  await removeSessions(db, where);
  return accounts.map(({ id }) => id);
}

/** Ends up to `most` sessions; returns their number. */
export async function endSomeSessions(db: Database, most: number): Promise<number> {
  return removeSessions(db, sql`${session.id} in (select id from ${session} limit ${most})`);
}

/** Ends every session of the sample accounts. */
export async function endDemoSessions(db: Database): Promise<void> {
  const demo = db.select({ id: account.id }).from(account).where(eq(account.demo, true));
  await removeSessions(db, inArray(session.accountId, demo));
}

/** Ends the event streams of these accounts. They connect again with what they may read now. */
export async function endStreams(db: Database, accountIds: readonly string[]): Promise<void> {
  const open = await db
    .select({ id: session.id })
    .from(session)
    .where(inArray(session.accountId, [...accountIds]));
  await announceEnds(
    db,
    open.map(({ id }) => id),
  );
}

/** Deletes sessions and returns their number. This server's cache drops them; on commit, other servers and event streams end them. */
async function removeSessions(db: Database, condition: SQL | undefined): Promise<number> {
  const ended = (await db.delete(session).where(condition).returning({ id: session.id })).map(({ id }) => id);
  dropSessions(ended);
  await announceEnds(db, ended);
  return ended.length;
}
