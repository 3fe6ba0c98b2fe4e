import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { installation } from './schema/tables.ts';

export type InstallationRow = typeof installation.$inferSelect;

/** Whether no server has used this database yet. */
export async function isDatabaseNew(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ there: boolean }>(sql`select to_regclass('installation') is not null as there`);
  return !rows[0]?.there || (await db.$count(installation)) === 0;
}

/** The installation of this database, made at its first start. */
export async function findInstallation(db: Database): Promise<InstallationRow> {
  await db.insert(installation).values({ id: crypto.randomUUID() }).onConflictDoNothing();
  const [row] = await db.select().from(installation);
  if (!row) throw new Error('The database has no installation.');
  return row;
}

/** The same, kept from changing until the transaction ends. */
export async function lockInstallation(db: Database): Promise<InstallationRow> {
  const [row] = await db.select().from(installation).for('update');
  if (!row) throw new Error('The database has no installation.');
  return row;
}

export async function setMarkerKey(db: Database, markerKey: string): Promise<void> {
  await db.update(installation).set({ markerKey });
}

/** Whether an administrator removed the sample data. */
export async function isDemoRemoved(db: Database): Promise<boolean> {
  const [row] = await db.select({ at: installation.demoRemovedAt }).from(installation);
  return row !== undefined && row.at !== null;
}
