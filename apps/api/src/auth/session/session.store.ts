import { createHash, randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { keepPrepared, told } from '../../db/prepared.ts';
import { account, session, signInChallenge } from '../../db/schema/tables.ts';
import type { Caller } from './caller.ts';
import { announceEnds } from '../../realtime/pubsub.ts';
import type { Settings } from '../../config/settings.ts';

/** How long a session lives unused, and at most, in milliseconds. */
type Lives = Settings['sessions'];

/** How often the time of last use is written. */
const touchEvery = 60_000;

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

/** When it is now, and since when a session must have been used. */
interface Moments {
  readonly now: Date;
  /** Used after this, a session lives on. */
  readonly citizenSince: Date;
  readonly staffSince: Date;
  /** No session begun by a clock like this one ends later: one that does was begun while the clock was far ahead, or while sessions lived longer. */
  readonly citizenUntil: Date;
  readonly staffUntil: Date;
}

/** A clock may be set back so far without signing people out. */
const clockLeeway = 24 * 3_600_000;

function momentsOf(now: Date, { citizen, staff }: Lives): Moments {
  const before = (idle: number) => new Date(now.getTime() - idle);
  const after = (absolute: number) => new Date(now.getTime() + absolute + clockLeeway);
  return {
    now,
    citizenSince: before(citizen.idle),
    staffSince: before(staff.idle),
    citizenUntil: after(citizen.absolute),
    staffUntil: after(staff.absolute),
  };
}

const isAlive = (now: Date, lives: Lives) => isAliveAt(momentsOf(now, lives));

const isAliveAt = ({ now, citizenSince, staffSince, citizenUntil, staffUntil }: Moments) =>
  and(
    gt(session.expiresAt, now),
    // The role decides how long it may rest; it is read anew, so that a change counts at once.
    or(
      and(eq(account.role, 'citizen'), gt(session.lastUsedAt, citizenSince), lt(session.expiresAt, citizenUntil)),
      and(ne(account.role, 'citizen'), gt(session.lastUsedAt, staffSince), lt(session.expiresAt, staffUntil)),
    ),
    isNull(account.disabledAt),
    // Nobody gets a session before the address is confirmed; should one ever be made, it opens nothing.
    isNotNull(account.emailVerifiedAt),
  );

const callerColumns = {
  accountId: account.id,
  role: account.role,
  mdaId: account.mdaId,
  sessionId: session.id,
  mfa: sql<boolean>`${account.mfaAt} is not null`,
  reauthenticatedAt: session.reauthenticatedAt,
  lastUsedAt: session.lastUsedAt,
};

/** Somebody who asks with a token. */
export interface Asker {
  readonly token: string;
  readonly now: Date;
  readonly lives: Lives;
  /** The call is no use of the session: an app makes it by itself. */
  readonly background?: boolean;
}

/** What tells a statement whose session is meant. */
export interface Holding extends Moments {
  readonly tokenHash: Buffer;
}

export function holdingOf({ token, now, lives }: Asker): Holding {
  return { tokenHash: hashToken(token), ...momentsOf(now, lives) };
}

/** The same in a statement that is kept; `holdingOf` gives its values. */
export const toldHolding: Holding = {
  tokenHash: told('tokenHash'),
  now: told('now'),
  citizenSince: told('citizenSince'),
  staffSince: told('staffSince'),
  citizenUntil: told('citizenUntil'),
  staffUntil: told('staffUntil'),
};

/** The session and the account, if the token opens it now. */
export const isHeld = (holding: Holding) => and(eq(session.tokenHash, holding.tokenHash), isAliveAt(holding));

/** Who holds this token, as long as the session lives and the account is not disabled. */
export async function findCaller(db: Database, asker: Asker): Promise<Caller | undefined> {
  const statement = prepared(db, 'caller', () => callerQuery(db, toldHolding).prepare('caller'));
  const [found] = await statement.execute({ ...holdingOf(asker) });
  if (!found) return undefined;
  const { lastUsedAt, ...caller } = found;
  await touchSession(db, asker, { id: caller.sessionId, lastUsedAt });
  return caller;
}

/** Notes that a session was used, unless that was noted just before. */
export async function touchSession(
  db: Database,
  { now, background = false }: Asker,
  { id, lastUsedAt }: { id: string; lastUsedAt: Date },
): Promise<void> {
  // Either way: a clock that was set back must not keep a session awake that nobody uses.
  if (background || Math.abs(now.getTime() - lastUsedAt.getTime()) <= touchEvery) return;
  await db.update(session).set({ lastUsedAt: now }).where(eq(session.id, id));
}

const prepared = keepPrepared<ReturnType<ReturnType<typeof callerQuery>['prepare']>>();

/** The query behind `findCaller`; apart, for whoever measures it. */
export function callerQuery(db: Database, holding: Holding) {
  return db
    .select(callerColumns)
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(isHeld(holding));
}

/** The holder of a session typed the password just now. */
export async function confirmSession(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.update(session).set({ reauthenticatedAt: now }).where(eq(session.id, sessionId));
}

/** Who a living session belongs to; for what is bound to a session without its token. */
export async function findSession(
  db: Database,
  sessionId: string,
  now: Date,
  lives: Lives,
): Promise<Caller | undefined> {
  const [found] = await db
    .select(callerColumns)
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(eq(session.id, sessionId), isAlive(now, lives)));
  if (!found) return undefined;
  const { lastUsedAt: _, ...caller } = found;
  return caller;
}

/** Those of the sessions that are alive, all in one query. */
export async function aliveAmong(
  db: Database,
  sessionIds: readonly string[],
  now: Date,
  lives: Lives,
): Promise<Set<string>> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(sql`${session.id} = any(${sql.param(sessionIds)}::uuid[])`, isAlive(now, lives)));
  return new Set(rows.map((row) => row.id));
}

/** The living sessions of the caller's account, the one used last first. */
export async function sessionsOf(db: Database, accountId: string, now: Date, lives: Lives) {
  return db
    .select({ ...callerColumns, createdAt: session.createdAt, userAgent: session.userAgent })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(and(eq(session.accountId, accountId), isAlive(now, lives)))
    .orderBy(desc(session.lastUsedAt), desc(session.createdAt))
    .limit(100);
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

/** Removes sessions, and with the commit the live lines that they opened. Answers how many. */
async function removeSessions(db: Database, which: SQL | undefined): Promise<number> {
  const ended = (await db.delete(session).where(which).returning({ id: session.id })).map(({ id }) => id);
  await announceEnds(db, ended);
  return ended.length;
}

/** Removes sessions that ended long ago. */
export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.delete(session).where(lt(session.expiresAt, now));
}
