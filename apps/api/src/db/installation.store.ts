import type pg from 'pg';
import { type Database, withMaintenance } from './database.ts';
import { hasTable, type Queryable } from './migrate.ts';
import { installation } from './schema/tables.ts';

/** Whether no server has used this database yet; asked as the role that signs in, since the one that serves may not exist. */
export async function isDatabaseNew(pool: pg.Pool): Promise<boolean> {
  return (await withMaintenance(pool, readInstallationId)) === undefined;
}

/** Reads the id of the installation; undefined before its first start. */
export async function readInstallationId(client: Queryable): Promise<string | undefined> {
  if (!(await hasTable(client, 'public.installation'))) return undefined;
  return (await client.query<{ id: string }>('select id from installation')).rows[0]?.id;
}

/** Returns the id of this installation, made at its first start. */
export async function findInstallationId(db: Database): Promise<string> {
  await db.insert(installation).values({ id: crypto.randomUUID() }).onConflictDoNothing();
  const [row] = await db.select({ id: installation.id }).from(installation);
  if (!row) throw new Error('The database has no installation.');
  return row.id;
}

/** Whether an administrator removed the sample data. */
export async function isDemoRemoved(db: Database): Promise<boolean> {
  const [row] = await db.select({ at: installation.demoRemovedAt }).from(installation);
  return row !== undefined && row.at !== null;
}
