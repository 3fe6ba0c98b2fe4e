import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { oneTimeCode } from '../../db/schema/tables.ts';

export type CodeRow = typeof oneTimeCode.$inferSelect;
export type Purpose = CodeRow['purpose'];

/** Address, audience and purposes that a code is bound to. */
export interface CodeScope {
  readonly email: string;
  readonly audience: CodeRow['audience'];
  readonly purposes: readonly Purpose[];
}

const inScope = ({ email, audience, purposes }: CodeScope) =>
  and(eq(oneTimeCode.email, email), eq(oneTimeCode.audience, audience), inArray(oneTimeCode.purpose, [...purposes]));

/** Locks the codes of an address until the transaction ends. */
export async function lockCodes(db: Database, { email, audience }: Pick<CodeScope, 'email' | 'audience'>) {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${audience} ${email}`}, 0))`);
}

/** Finds the newest of some codes; older ones do not count. */
async function newest(db: Database, condition: SQL | undefined): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(oneTimeCode).where(condition).orderBy(desc(oneTimeCode.createdAt)).limit(1);
  return row;
}

export const newestCode = (db: Database, scope: CodeScope) => newest(db, inScope(scope));

/** Finds the newest code requested with this handle. */
export function codeByHandle(db: Database, handleHash: Buffer, purposes: readonly Purpose[]) {
  return newest(db, and(eq(oneTimeCode.handleHash, handleHash), inArray(oneTimeCode.purpose, [...purposes])));
}

export const findCode = (db: Database, id: string) => newest(db, eq(oneTimeCode.id, id));

/** Consumes one try of a valid code; one statement, so that parallel guesses gain nothing. */
export async function takeTry(db: Database, codeId: string, tries: number, now: Date): Promise<CodeRow | undefined> {
  const { id, attempts, consumedAt, expiresAt } = oneTimeCode;
  const isValid = and(eq(id, codeId), isNull(consumedAt), lt(attempts, tries), gt(expiresAt, now));
  const taken = { attempts: sql`${attempts} + 1` };
  const [row] = await db.update(oneTimeCode).set(taken).where(isValid).returning();
  return row;
}

/** Consumes a code; false when it was already used. */
export async function consumeCode(db: Database, id: string, now: Date): Promise<boolean> {
  const isUnused = and(eq(oneTimeCode.id, id), isNull(oneTimeCode.consumedAt));
  const { rowCount } = await db.update(oneTimeCode).set({ consumedAt: now }).where(isUnused);
  return rowCount === 1;
}

/** Finds the password hash of the newest registration of an existing account's address. */
export async function duplicateRegistrationHash(db: Database, email: string): Promise<string | undefined> {
  const { accountId, passwordHash } = oneTimeCode;
  const ofAddress = inScope({ email, audience: 'user', purposes: ['verify'] });
  const row = await newest(db, and(ofAddress, isNull(accountId), isNotNull(passwordHash)));
  return row?.passwordHash ?? undefined;
}
