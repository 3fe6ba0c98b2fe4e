import type { AdminJurisdiction, AdminMda } from '@baraza/contract';
import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { file, jurisdiction, mda, queueCount } from '../../db/schema/tables.ts';
import type { AddressOf } from './mda.store.ts';

export type MdaRow = typeof mda.$inferSelect;
export type JurisdictionRow = typeof jurisdiction.$inferSelect;

/** Lists MDAs, active ones first, by name; or the one with this id. */
export async function listForAdministrator(db: Database, addressOf: AddressOf, id?: string): Promise<AdminMda[]> {
  const rows = await db
    .select()
    .from(mda)
    .where(id === undefined ? undefined : eq(mda.id, id))
    .orderBy(asc(mda.name));
  const places = await db.select().from(jurisdiction).orderBy(asc(jurisdiction.name));
  const open = await openByMda(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    logo: row.logoId === null ? null : addressOf(row.logoId),
    jurisdictionAllowed: row.jurisdictionAllowed,
    active: row.active,
    openComplaints: open.get(row.id) ?? 0,
    jurisdictions: places.filter((it) => it.mdaId === row.id).map(toAdminJurisdiction),
    version: row.version,
  }));
}

export function toAdminJurisdiction({ id, name, active, version }: JurisdictionRow): AdminJurisdiction {
  return { id, name, active, version };
}

async function openByMda(db: Database): Promise<Map<string, number>> {
  const rows = await db
    .select({ mdaId: queueCount.mdaId, open: sql`sum(${queueCount.count})`.mapWith(Number) })
    .from(queueCount)
    .where(eq(queueCount.kind, 'open'))
    .groupBy(queueCount.mdaId);
  return new Map(rows.map((row) => [row.mdaId, row.open]));
}

export async function countOpen(db: Database, mdaId: string): Promise<number> {
  return (await openByMda(db)).get(mdaId) ?? 0;
}

/** Locks an MDA against changes and new complaints until the transaction ends. */
export async function lockMda(db: Database, id: string): Promise<MdaRow | undefined> {
  const [row] = await db.select().from(mda).where(eq(mda.id, id)).for('update');
  return row;
}

export async function findMdaCalled(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.select({ id: mda.id }).from(mda).where(eq(mda.name, name));
  return row?.id;
}

export async function insertMda(db: Database, row: typeof mda.$inferInsert): Promise<void> {
  await db.insert(mda).values(row);
}

export async function updateMda(db: Database, id: string, change: Partial<MdaRow>): Promise<void> {
  const version = sql`${mda.version} + 1`;
  await db
    .update(mda)
    .set({ ...change, version })
    .where(eq(mda.id, id));
}

/** Deletes the row of a replaced logo; the clean-up job removes its bytes. */
export async function deleteLogo(db: Database, id: string): Promise<void> {
  await db.delete(file).where(eq(file.id, id));
}

export async function findJurisdiction(db: Database, id: string): Promise<JurisdictionRow | undefined> {
  const [row] = await db.select().from(jurisdiction).where(eq(jurisdiction.id, id)).for('update');
  return row;
}

export async function listNames(db: Database, mdaId: string): Promise<Pick<JurisdictionRow, 'id' | 'name'>[]> {
  return db
    .select({ id: jurisdiction.id, name: jurisdiction.name })
    .from(jurisdiction)
    .where(eq(jurisdiction.mdaId, mdaId));
}

export async function insertJurisdiction(db: Database, row: typeof jurisdiction.$inferInsert): Promise<void> {
  await db.insert(jurisdiction).values(row);
}

export async function updateJurisdiction(db: Database, id: string, change: Partial<JurisdictionRow>): Promise<void> {
  const version = sql`${jurisdiction.version} + 1`;
  await db
    .update(jurisdiction)
    .set({ ...change, version })
    .where(eq(jurisdiction.id, id));
}
