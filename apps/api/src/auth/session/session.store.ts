import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { keepPrepared, param } from '../../db/prepared.ts';
import { account, session, signInChallenge } from '../../db/schema/tables.ts';
import type { Caller, StoredSession } from './caller.ts';
import { dropSessions, type SessionCache } from './session-cache.ts';
import { announceEnds } from '../../realtime/pubsub.ts';
import { noteUse, unwrittenUse } from './session-uses.ts';
import type { Settings } from '../../config/settings.ts';

/** How long a session lives unused, and at most, in milliseconds. */
type Lives = Settings['sessions'];

/** How often the time of last use is written. */
const touchEvery = 60_000;
const mostListed = 100;

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Signs an account in. The token is told once, here; only its hash is kept. */
export async function insertSession(
  db: Database,
  given: {
    accountId: string;
    role: Caller['role'];
    userAgent: string | undefined;
    now: Date;
    lives: Lives;
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const { absolute } = given.role === 'citizen' ? given.lives.citizen : given.lives.staff;
  await db.insert(session).values({
    id: crypto.randomUUID(),
    tokenHash: hashToken(token),
    accountId: given.accountId,
    createdAt: given.now,
    lastUsedAt: given.now,
    expiresAt: new Date(given.now.getTime() + absolute),
    reauthenticatedAt: given.now,
    userAgent: given.userAgent?.slice(0, 300) ?? null,
  });
  return token;
}

/** A clock may be set back so far without signing people out. */
const clockLeeway = 24 * 3_600_000;

/**
 * Whether a session lives now. One that would end later than any begun by this clock was begun while the clock was far ahead, or
 * while sessions lived longer: it is over as well.
 */
function isAlive({ caller, lastUsedAt, expiresAt }: StoredSession, now: Date, { citizen, staff }: Lives): boolean {
  const { idle, absolute } = caller.role === 'citizen' ? citizen : staff;
  const restedFor = now.getTime() - lastUsedAt.getTime();
  const endsIn = expiresAt.getTime() - now.getTime();
  return restedFor < idle && endsIn > 0 && endsIn < absolute + clockLeeway;
}

const storedColumns = {
  caller: {
    accountId: account.id,
    // Read anew each time, so that a change of the role counts at once.
    role: account.role,
    mdaId: account.mdaId,
    sessionId: session.id,
    mfa: sql<boolean>`${account.mfaAt} is not null`,
    reauthenticatedAt: session.reauthenticatedAt,
  },
  lastUsedAt: session.lastUsedAt,
  expiresAt: session.expiresAt,
};

/** Condition of every session that may open something; whether it lives, `isAlive` says. */
const isOpen = and(
  isNull(account.disabledAt),
  // Nobody gets a session before the address is confirmed; should one ever be made, it opens nothing.
  isNotNull(account.emailVerifiedAt),
);

function selectSessions(db: Database, which: SQL) {
  return db
    .select(storedColumns)
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(which, isOpen));
}

/** What a request is made with. */
export interface BearerCredentials {
  readonly token: string;
  readonly now: Date;
  readonly lives: Lives;
  /** The call is no use of the session: an app makes it by itself. */
  readonly background?: boolean;
}

/** Finds the caller that a token names, and notes that the session was used. */
export async function findCaller(
  db: Database,
  credentials: BearerCredentials,
  cache?: SessionCache,
): Promise<Caller | undefined> {
  const { token, now, lives } = credentials;
  const tokenHash = hashToken(token);
  const readStored = async () => {
    const [row] = await callerStatement(db).execute({ tokenHash });
    return row && { ...row, lastUsedAt: unwrittenUse(db, row.caller.sessionId) ?? row.lastUsedAt };
  };
  const isUsable = (stored: StoredSession) => isAlive(stored, now, lives);
  const stored = cache ? await cache.read(tokenHash.toString('base64'), isUsable, readStored) : await readStored();
  if (!stored || !isUsable(stored)) return undefined;
  touchSession(db, credentials, stored);
  return stored.caller;
}

/** Notes that a session was used, unless that was noted just before. */
function touchSession(db: Database, { now, background = false }: BearerCredentials, stored: StoredSession): void {
  // Either way: a clock that was set back must not keep a session awake that nobody uses.
  if (background || Math.abs(now.getTime() - stored.lastUsedAt.getTime()) <= touchEvery) return;
  stored.lastUsedAt = now;
  noteUse(db, stored.caller.sessionId, now);
}

const prepared = keepPrepared<ReturnType<ReturnType<typeof callerQuery>['prepare']>>();
const callerStatement = (db: Database) =>
  prepared(db, 'caller', () => callerQuery(db, param('tokenHash')).prepare('caller'));

/** The query behind `findCaller`; apart, for whoever measures it. */
export function callerQuery(db: Database, tokenHash: Buffer) {
  return selectSessions(db, eq(session.tokenHash, tokenHash));
}

/** The holder of a session typed the password just now. */
export async function confirmSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.update(session).set({ reauthenticatedAt: now }).where(eq(session.id, sessionId));
}

/** Finds the caller behind a living session; for what is bound to a session without its token. */
export async function findSession(
  db: Database,
  sessionId: string,
  now: Date,
  lives: Lives,
): Promise<Caller | undefined> {
  const [stored] = await selectSessions(db, eq(session.id, sessionId));
  return stored && isAlive(stored, now, lives) ? stored.caller : undefined;
}

/** Filters ids of sessions to those that live, in one query. */
export async function aliveAmong(
  db: Database,
  sessionIds: readonly string[],
  now: Date,
  lives: Lives,
): Promise<Set<string>> {
  const rows = await selectSessions(db, sql`${session.id} = any(${sql.param(sessionIds)}::uuid[])`);
  return new Set(rows.filter((row) => isAlive(row, now, lives)).map((row) => row.caller.sessionId));
}

/** Lists the living sessions of an account, the one used last first. */
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

/** Ends every session of an account, but the one named; a sign-in that is only half done as well. Answers how many sessions. */
export async function endSessions(db: Database, accountId: string, except?: string): Promise<number> {
  await db.delete(signInChallenge).where(eq(signInChallenge.accountId, accountId));
  const others = except === undefined ? undefined : ne(session.id, except);
  return removeSessions(db, and(eq(session.accountId, accountId), others));
}

/** Ends at most so many sessions of anybody, and every sign-in that is only half done. Answers how many sessions; 0: none is left. */
export async function endSomeSessions(db: Database, most: number): Promise<number> {
  await db.delete(signInChallenge);
  return removeSessions(db, sql`${session.id} in (select id from ${session} limit ${most})`);
}

/** Ends every session of the sample accounts. */
export async function endDemoSessions(db: Database): Promise<void> {
  const demo = db.select({ id: account.id }).from(account).where(eq(account.demo, true));
  await removeSessions(db, inArray(session.accountId, demo));
}

/** Removes sessions and whatever rests on them: what servers remember and, with the commit, live lines. Returns how many. */
async function removeSessions(db: Database, which: SQL | undefined): Promise<number> {
  const ended = (await db.delete(session).where(which).returning({ id: session.id })).map(({ id }) => id);
  dropSessions(ended);
  await announceEnds(db, ended);
  return ended.length;
}

/** Removes sessions that ended long ago. */
export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, now));
}
