import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { systemClock } from '../config/clock.ts';
import { readIfThere } from '../config/data-dir-state.ts';
import { erasuresFile, secretKeyOf } from '../config/data-dir.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { deriveKeys } from '../crypto/keys.ts';
import { reapplyErasures } from '../features/privacy/erase-account.ts';
import type { BackupSpot } from './backup-store.ts';
import { parseJson } from './manifest.ts';
import type { RestoredPlace } from './restore-backup.ts';

/* Each backup also writes the list of erasures beside it, and a restore applies every list: nobody comes back with an old backup. */

const folder = 'erasures';

/** Writes the list of erasures as it is now: when, and of whom by number alone. */
export async function writeErasures(pool: pg.Pool, { store, name }: BackupSpot): Promise<void> {
  const { rows } = await pool.query<{ line: string }>('select row_to_json(e)::text as line from erasure e');
  if (rows.length === 0) return;
  const lines = rows.map(({ line }) => `${line}\n`).join('');
  await store.write(`${folder}/${name}.jsonl`, Readable.from([Buffer.from(lines)]));
}

/** Erases again who was erased after the backup. The lists beside it and in the data folder name them. */
export async function eraseAgain(
  { database, files }: RestoredPlace,
  { store }: BackupSpot,
  { settings, log }: { readonly settings: Settings; readonly log: FastifyBaseLogger },
): Promise<number> {
  const lists = (await store.names(folder)).filter((name) => name.endsWith('.jsonl'));
  for (const name of lists) {
    const list = await store.read(`${folder}/${name}`);
    if (list) await addErasures(database.pool, await text(list));
  }
  await addOwnErasures(database.pool, settings.dataDir);
  const keys = deriveKeys(await secretKeyOf(settings));
  return reapplyErasures({ db: database.db, files, settings, keys, log, clock: systemClock });
}

/** Adds the list of the data folder, which a database that went back lacks. */
export async function addOwnErasures(pool: pg.Pool, dataDir: string): Promise<void> {
  await addErasures(pool, (await readIfThere(path.join(dataDir, erasuresFile))) ?? '');
}

/** Adds the entries of a list to the table. A last line that a crash cut short is left out. */
async function addErasures(pool: pg.Pool, list: string): Promise<void> {
  const lines = list.split('\n').filter((line) => line.trim() !== '');
  if (parseJson(lines.at(-1) ?? '') === undefined) lines.pop();
  await pool
    .query('insert into erasure select * from json_populate_recordset(null::erasure, $1) on conflict do nothing', [
      `[${lines.join(',')}]`,
    ])
    .catch((error: Error) => {
      throw new StartupError(`A list of erasures is damaged: ${error.message}.`);
    });
}
