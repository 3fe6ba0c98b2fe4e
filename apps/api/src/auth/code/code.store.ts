import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
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

/** Finds the newest code in scope; older ones do not count. */
export async function newestCode(db: Database, scope: CodeScope): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(oneTimeCode).where(inScope(scope)).orderBy(desc(oneTimeCode.createdAt)).limit(1);
  return row;
}

/** Finds the newest code requested with this handle. */
export async function codeByHandle(
  db: Database,
  handleHash: Buffer,
  purposes: readonly Purpose[],
): Promise<CodeRow | undefined> {
  const [row] = await db
    .select()
    .from(oneTimeCode)
    .where(and(eq(oneTimeCode.handleHash, handleHash), inArray(oneTimeCode.purpose, [...purposes])))
    .orderBy(desc(oneTimeCode.createdAt))
    .limit(1);
  return row;
}

export async function findCode(db: Database, id: string): Promise<CodeRow | undefined> {
  const [row] = await db.select().from(oneTimeCode).where(eq(oneTimeCode.id, id));
  return row;
}

/** Consumes one try of a valid code; one statement, so that parallel guesses gain nothing. */
export async function takeTry(db: Database, id: string, tries: number, now: Date): Promise<CodeRow | undefined> {
  const [row] = await db
    .update(oneTimeCode)
    .set({ attempts: sql`${oneTimeCode.attempts} + 1` })
    .where(
      and(
        eq(oneTimeCode.id, id),
        isNull(oneTimeCode.consumedAt),
        lt(oneTimeCode.attempts, tries),
        gt(oneTimeCode.expiresAt, now),
      ),
    )
    .returning();
  return row;
}

/** Consumes a code; false when it was already used. */
export async function consumeCode(db: Database, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(oneTimeCode)
    .set({ consumedAt: now })
    .where(and(eq(oneTimeCode.id, id), isNull(oneTimeCode.consumedAt)));
  return rowCount === 1;
}

/** Finds the password hash of the newest registration of an existing account's address. */
export async function duplicateRegistrationHash(db: Database, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ passwordHash: oneTimeCode.passwordHash })
    .from(oneTimeCode)
    .where(
      and(
        inScope({ email, audience: 'user', purposes: ['verify'] }),
        isNull(oneTimeCode.accountId),
        isNotNull(oneTimeCode.passwordHash),
      ),
    )
    .orderBy(desc(oneTimeCode.createdAt))
    .limit(1);
  return row?.passwordHash ?? undefined;
}
