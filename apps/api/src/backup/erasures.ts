import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import type pg from 'pg';
import { readIfThere } from '../config/data-dir-state.ts';
import { erasuresFile } from '../config/data-dir.ts';
import { StartupError } from '../config/startup-error.ts';
import type { Queryable } from '../db/migrate.ts';
import type { BackupSpot } from './backup-store.ts';
import { parseJson } from './manifest.ts';

/* Each backup also writes the list of erasures beside it, and a restore applies every list, so that no old backup brings anybody back. */

const folder = 'erasures';

/** Writes the present list of erasures, which names people by number only. */
export async function writeErasures(pool: pg.Pool, { store, name }: BackupSpot): Promise<void> {
  const { rows } = await pool.query<{ line: string }>('select row_to_json(e)::text as line from erasure e');
  if (rows.length === 0) return;
  const lines = rows.map(({ line }) => `${line}\n`).join('');
  await store.write(`${folder}/${name}.jsonl`, Readable.from([Buffer.from(lines)]));
}

/** Adds the lists beside a backup and in the data folder to the database; a starting server applies them. */
export async function addKnownErasures(client: Queryable, { store }: BackupSpot, dataDir: string): Promise<void> {
  const lists = (await store.names(folder)).filter((name) => name.endsWith('.jsonl'));
  for (const name of lists) {
    const list = await store.read(`${folder}/${name}`);
    if (list) await addErasures(client, await text(list));
  }
  await addOwnErasures(client, dataDir);
}

/** Adds the data folder's list to the database, which may be an older one. */
export async function addOwnErasures(client: Queryable, dataDir: string): Promise<void> {
  await addErasures(client, (await readIfThere(path.join(dataDir, erasuresFile))) ?? '');
}

/** Adds the entries of a list to the table. A last line that a crash cut short is left out. */
async function addErasures(client: Queryable, list: string): Promise<void> {
  const lines = list.split('\n').filter((line) => line.trim() !== '');
  if (parseJson(lines.at(-1) ?? '') === undefined) lines.pop();
  await client
    .query('insert into erasure select * from json_populate_recordset(null::erasure, $1) on conflict do nothing', [
      `[${lines.join(',')}]`,
    ])
    .catch((error: Error) => {
      throw new StartupError(`A list of erasures is damaged: ${error.message}.`);
    });
}
