import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { keyIdOf } from '../config/data-dir.ts';
import { StartupError } from '../config/startup-error.ts';
import { sealingKeyOf } from '../crypto/keys.ts';
import { seal, unseal } from '../crypto/seal.ts';
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

/** Opens the installation, which gets its id and its data key at the first start. @throws StartupError for another secret key */
export async function openInstallation(db: Database, secret: Buffer): Promise<{ id: string; dataKey: Buffer }> {
  const sealed = sealDataKey(secret, randomBytes(32));
  await db
    .insert(installation)
    .values({ id: crypto.randomUUID(), ...sealed })
    .onConflictDoNothing();
  return { id: await findInstallationId(db), dataKey: await readDataKey(db, secret) };
}

/** Reads the key from which all others are derived. @throws StartupError for another secret key than the database's */
export async function readDataKey(db: Database, secret: Buffer): Promise<Buffer> {
  const [row] = await db.select().from(installation);
  refuseOther(row?.keyId, secret);
  return row?.dataKey ? Buffer.from(unseal(sealingKeyOf(secret), row.dataKey), 'hex') : secret;
}

/** Refuses another secret key than the database's, whatever its version. @throws StartupError */
export async function requireOwnKey(pool: pg.Pool, secret: Buffer): Promise<void> {
  await withMaintenance(pool, async (client) => {
    if (!(await hasTable(client, 'public.installation'))) return;
    const { rows } = await client.query<{ id: string | null }>(
      `select to_jsonb(installation) ->> 'key_id' as id from installation`,
    );
    refuseOther(rows[0]?.id, secret);
  });
}

function refuseOther(keyId: string | null | undefined, secret: Buffer): void {
  if (keyId && keyId !== keyIdOf(secret)) throw new StartupError(otherKey);
}

const otherKey =
  'The key in SECRET_KEY or DATA_DIR/secret is not the one of this database. Set that one again; to change it, set FORMER_SECRET_KEY to that one and run: npm run change-key (docs/operate/secret-key.md).';

/** Id of the secret key that seals the data key; null where no server has started. */
export async function readKeyId(db: Database): Promise<string | null> {
  const [row] = await db.select({ keyId: installation.keyId }).from(installation);
  return row?.keyId ?? null;
}

/** Keeps the data key, sealed with this secret key. */
export async function writeDataKey(db: Database, secret: Buffer, dataKey: Buffer): Promise<void> {
  await db.update(installation).set(sealDataKey(secret, dataKey));
}

const sealDataKey = (secret: Buffer, dataKey: Buffer) => ({
  keyId: keyIdOf(secret),
  dataKey: seal(sealingKeyOf(secret), dataKey.toString('hex')),
});

/** Notes for the metrics when a backup was made, and its faulty files. */
export async function noteBackup(db: Database, backupFaults: number): Promise<void> {
  await db.update(installation).set({ backedUpAt: sql`now()`, backupFaults });
}

/** Notes for the metrics that the log was verified, and how many faults it has. */
export async function noteVerification(db: Database, logFaults: number): Promise<void> {
  await db.update(installation).set({ logVerifiedAt: sql`now()`, logFaults });
}

/** Whether an administrator removed the sample data. */
export async function isDemoRemoved(db: Database): Promise<boolean> {
  const [row] = await db.select({ at: installation.demoRemovedAt }).from(installation);
  return row !== undefined && row.at !== null;
}
