import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import pino from 'pino';
import { findBackup, openStore } from '../../src/backup/backup-store.ts';
import { keyIdOf } from '../../src/config/data-dir.ts';
import { type Installation, type MadeBackup, makeBackup } from '../../src/backup/make-backup.ts';
import { readManifest } from '../../src/backup/manifest.ts';
import { restoreBackup } from '../../src/backup/restore-backup.ts';
import type { Seal } from '../../src/backup/seal.ts';
import { leftOut } from '../../src/backup/snapshot.ts';
import { maintenancePool } from '../../src/db/database.ts';
import { openDiskFiles } from '../../src/files/disk-files.ts';
import type { FileStore } from '../../src/files/file-store.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import type { TestApp } from './server/app.ts';
import { createTestDatabase, type TestDatabase } from './server/database.ts';

/** The key of every test app, in the format of a data folder. */
const secret = Buffer.alloc(32, 7);
export const testKey = { id: keyIdOf(secret), kept: Buffer.from(`${secret.toString('hex')}\n`) };

/** Sources of a backup of this app. */
export function installationOf({ services, pool }: TestApp): Installation {
  return { database: { db: services.db, pool }, files: services.files, key: testKey };
}

/** Makes an empty database and an empty folder. */
export interface EmptyPlace {
  readonly settings: Settings;
  readonly database: TestDatabase;
  readonly files: FileStore;
  close(): Promise<void>;
}

export async function emptyPlace(environment: Record<string, string> = {}): Promise<EmptyPlace> {
  const database = await createTestDatabase({ empty: true });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'baraza-place-'));
  return {
    settings: readSettings({ DATA_DIR: dataDir, DATABASE_URL: database.url, ...environment }),
    database,
    files: await openDiskFiles(path.join(dataDir, 'files')),
    async close() {
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

let made = 0;

/** Makes a backup, each a second after the previous one. */
export async function backUp(
  from: Installation,
  target: string,
  report: (line: string) => void = () => {},
  { seal, ...options }: { readonly anew?: boolean; readonly seal?: Seal } = {},
): Promise<MadeBackup> {
  made += 1;
  const now = new Date(Date.UTC(2030, 0, 1) + made * 1_000);
  return makeBackup(from, openStore(target, seal), { report, now, ...options });
}

/** Restores the backup at the target. */
export async function restore(
  target: string,
  { settings }: Pick<EmptyPlace, 'settings'>,
  finish: (client: pg.PoolClient) => Promise<void> = async () => {},
): Promise<void> {
  const spot = await findBackup(target, () => {}, settings.backupSeal);
  const options = { report: () => {}, log: pino({ level: 'silent' }), finish };
  await restoreBackup({ settings, spot, manifest: await readManifest(spot), ...options });
}

/** Hashes all rows of every table, bypassing row-level security. */
export async function contentsOf(pool: pg.Pool): Promise<Record<string, string>> {
  const maintenance = maintenancePool(pool);
  try {
    const { rows: tables } = await maintenance.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    const contents: Record<string, string> = {};
    for (const { name } of tables.filter((it) => !leftOut.includes(it.name))) {
      const { rows } = await maintenance.query<{ rows: number; hash: string }>(
        `select count(*)::int as rows, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
      );
      contents[name] = `${rows[0]?.rows} ${rows[0]?.hash}`;
    }
    return contents;
  } finally {
    await maintenance.end();
  }
}

/** Reads the guards of the tables: triggers, and whether policies hold for the owner too. */
export async function guardsOf(pool: pg.Pool): Promise<unknown> {
  const { rows } = await pool.query(`
    select c.relname, c.relrowsecurity, c.relforcerowsecurity,
      (select array_agg(t.tgname || t.tgenabled::text order by t.tgname) from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`);
  return rows;
}

/** Lists the rows of files whose bytes are missing or differ. */
export async function brokenFiles(pool: pg.Pool, files: FileStore): Promise<string[]> {
  const { rows } = await pool.query<{ storage_key: string; sha256: Buffer }>('select storage_key, sha256 from file');
  const broken: string[] = [];
  for (const { storage_key: key, sha256 } of rows) {
    const found = await files.open(key);
    const hash =
      found &&
      createHash('sha256')
        .update(await buffer(found.stream))
        .digest();
    if (!hash?.equals(sha256)) broken.push(key);
  }
  return broken;
}

/** Lists everything below a folder. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((it) => it.isFile()).map((it) => path.relative(folder, path.join(it.parentPath, it.name)));
}
