import { type AccessChange, undoHours } from '@baraza/contract';
import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { accessChange, account, mda, unit, unitMember } from '../../db/schema/tables.ts';
import { requester } from '../account.store.ts';
import { updateVersioned } from '../../db/update-versioned.ts';

export type AccessChangeRow = typeof accessChange.$inferSelect;
/** The account of a change or, where that is null, the unit or the MDA. */
export type Subject = Pick<AccessChangeRow, 'accountId' | 'mdaId'> & Partial<Pick<AccessChangeRow, 'unitId'>>;

function isOf({
  accountId,
  unitId,
  mdaId,
}: Omit<Subject, 'mdaId'> & { readonly mdaId: Subject['mdaId'] | SQL }): SQL | undefined {
  if (accountId !== null) return eq(accessChange.accountId, accountId);
  if (unitId) return eq(accessChange.unitId, unitId);
  return and(isNull(accessChange.accountId), isNull(accessChange.unitId), eq(accessChange.mdaId, mdaId ?? ''));
}

/** When a change that is made now could still be undone: those made since. */
export const undoableSince = (now: Date) => new Date(now.getTime() - undoHours * 3_600_000);

/** Lists changes that wait or can be undone, oldest first; of one MDA only those that can be undone. */
export async function listChanges(
  db: Database,
  now: Date,
  { mdaId, id, subject }: { mdaId?: string | null; id?: string; subject?: Subject } = {},
): Promise<AccessChange[]> {
  const isUndoable = gt(accessChange.madeAt, undoableSince(now));
  const rows = await db
    .select({
      change: accessChange,
      subjectId: sql<string>`coalesce(${account.id}, ${unit.id}, ${mda.id})`,
      name: sql<string>`coalesce(full_name(${account.firstName}, ${account.lastName}), ${unit.name}, ${mda.name})`,
      email: account.email,
      mda: { id: mda.id, name: mda.name },
      by: requester,
      version: sql<number>`coalesce(${account.version}, ${unit.version}, ${mda.version})`,
    })
    .from(accessChange)
    .leftJoin(account, eq(account.id, accessChange.accountId))
    .leftJoin(unit, eq(unit.id, accessChange.unitId))
    .leftJoin(mda, eq(mda.id, accessChange.mdaId))
    .where(
      and(
        mdaId ? and(eq(accessChange.mdaId, mdaId), isUndoable) : or(isNull(accessChange.madeAt), isUndoable),
        id === undefined ? undefined : eq(accessChange.id, id),
        subject && isOf(subject),
      ),
    )
    .orderBy(asc(accessChange.requestedAt), asc(accessChange.id));
  return rows.map(({ change, subjectId, name, email, ...row }) => ({
    ...row,
    subject: { id: subjectId, name, email },
    id: change.id,
    action: change.action,
    role: change.role,
    disabled: change.disabled,
    identityAccess: change.identityAccess,
    at: change.requestedAt.toISOString(),
    undoableUntil: change.madeAt && new Date(change.madeAt.getTime() + undoHours * 3_600_000).toISOString(),
    namesFrom: change.namesFrom?.toISOString() ?? null,
  }));
}

export async function findChange(db: Database, id: string): Promise<AccessChangeRow | undefined> {
  const [row] = await db.select().from(accessChange).where(eq(accessChange.id, id));
  return row;
}

/** Locks the MDA of a change until the transaction ends. */
export async function lockMda(db: Database, mdaId: string | null): Promise<void> {
  await db
    .select({ id: mda.id })
    .from(mda)
    .where(eq(mda.id, mdaId ?? ''))
    .for('update');
}

/** Adds a change and counts it as one of its account, unit or MDA; false where another one waits there. */
export async function insertChange(db: Database, row: typeof accessChange.$inferInsert): Promise<boolean> {
  const added = await db.insert(accessChange).values(row).onConflictDoNothing().returning();
  if (added.length > 0) await countChange(db, added[0]!);
  return added.length > 0;
}

/** Removes and returns the changes of an account, unit or MDA, made and waiting. */
export async function dropChanges(db: Database, subject: Subject): Promise<AccessChangeRow[]> {
  const dropped = await db.delete(accessChange).where(isOf(subject)).returning();
  if (dropped.length > 0) await countChange(db, subject);
  return dropped;
}

/** Removes one change. */
export async function dropChange(db: Database, change: Subject & { readonly id: string }): Promise<void> {
  await db.delete(accessChange).where(eq(accessChange.id, change.id));
  await countChange(db, change);
}

function countChange(db: Database, { accountId, unitId, mdaId }: Subject): Promise<void> {
  if (accountId !== null) return updateVersioned(db, account, accountId, {});
  return unitId ? updateVersioned(db, unit, unitId, {}) : updateVersioned(db, mda, mdaId ?? '', {});
}

/** Deletes changes that can no longer be undone and keep no name back. */
export async function purgeChanges(db: Database, now: Date): Promise<void> {
  const { madeAt, namesFrom } = accessChange;
  await db
    .delete(accessChange)
    .where(and(isNotNull(madeAt), lt(madeAt, undoableSince(now)), or(isNull(namesFrom), lt(namesFrom, now))));
}

/** Whether a late change keeps names at an MDA from an account for now. */
export function areNamesWithheld(accountId: string, mdaId: SQL | string, now: Date | SQL): SQL<boolean> {
  return sql`exists (select from ${accessChange} where ${and(
    gt(accessChange.namesFrom, now),
    or(
      isOf({ accountId, mdaId: null }),
      isOf({ accountId: null, mdaId }),
      sql`exists (select from ${unitMember} m where m.unit_id = ${accessChange.unitId} and m.account_id = ${accountId})`,
      sql`${accessChange.former} -> 'members' ? ${accountId}`,
    ),
  )})`;
}
