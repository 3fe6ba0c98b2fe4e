import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { hasEmbeddedDatabase } from '@baraza/local-postgres';
import type pg from 'pg';
import { readMarker, requireWholeFolder } from '../config/data-dir-state.ts';
import { checkpointFile, erasuresFile, findKey, secretFile } from '../config/data-dir.ts';
import type { FileStore } from '../files/file-store.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import type { BackupSpot } from './backup-store.ts';
import { openEntry } from './entries.ts';
import type { Manifest } from './manifest.ts';

/** Refuses a data folder that is not empty. */
export async function requireEmptyFolder(dataDir: string): Promise<void> {
  const entry = (await readdir(dataDir)).find((name) => !allowedEntries.test(name));
  if (entry === undefined) return;
  throw new StartupError(
    `The data folder ${dataDir} is not empty (it holds ${entry}). Set DATA_DIR to an empty or a new folder.`,
  );
}

/** Names allowed in an empty folder: left by any process, kept of an older one, or checked elsewhere (key and files). */
const allowedEntries = new RegExp(
  `^(lock|lock\\.pid|tmp|lost\\+found|files|${secretFile}|${erasuresFile}|${checkpointFile}(\\.new)?)$`,
);

/** Refuses a database with tables, except those of the job library. */
export async function requireEmptyDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema$|graphile_worker$)'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 1`,
  );
  if (!rows[0]) return;
  throw new StartupError(
    `The database is not empty (it holds ${rows[0].name}). A backup is restored into an empty one: name it in DATABASE_URL, or set DATA_DIR to an empty folder.`,
  );
}

/** Refuses an unfinished restore, and an embedded database without a final backup. */
export async function requireNoServingDatabase(dataDir: string): Promise<void> {
  await requireWholeFolder(dataDir);
  if (!hasEmbeddedDatabase(dataDir) || (await readMarker(dataDir, 'moved'))) return;
  throw new StartupError(
    `The data folder ${dataDir} holds a database that may still serve. Make its final backup (npm run backup -- --final), or set DATA_DIR to another folder.`,
  );
}

/** Refuses a file store with files. Their portal would lose those that this backup lacks. */
export async function requireEmptyFiles(files: FileStore): Promise<void> {
  // Every key is older than tomorrow, even if the clock of the store differs.
  for await (const key of files.keysBefore(new Date(Date.now() + 24 * 3_600_000))) {
    throw new StartupError(
      `The file store is not empty (it holds ${key}). Set STORAGE_URL or DATA_DIR to an empty place.`,
    );
  }
}

/** Checks the key of the place; returns the backup's key if it has to be written. */
export async function settleKey(settings: Settings, spot: BackupSpot, { keyId, secret }: Manifest) {
  const present = await findKey(settings);
  if (present?.id === keyId) return undefined;
  if (settings.secretKey !== undefined) {
    throw new StartupError('The setting SECRET_KEY is another one than when the backup was made. Set the same.');
  }
  if (present) {
    throw new StartupError(
      `The data folder ${settings.dataDir} has a key already, another one than the backup. Set DATA_DIR to an empty folder.`,
    );
  }
  if (!secret) {
    throw new StartupError('The backup was made with a SECRET_KEY, which is not in it. Set SECRET_KEY to the same.');
  }
  return buffer(await openEntry(spot, secret.name));
}
