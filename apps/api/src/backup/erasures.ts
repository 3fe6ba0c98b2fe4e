import { createInterface } from 'node:readline';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import path from 'node:path';
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { type BackupSpot, openStore, within } from './store/backup-store.ts';
import type { BackupStore } from './store/store-types.ts';
import { writeEntry } from './entries.ts';

/*
 * Whoever was erased must not come back with an old backup. So each backup also writes the list of erasures beside the
 * backups, where it outlives the older ones, and a restore applies every list it finds.
 */

const folder = 'erasures';
const listForm = /\.jsonl$/;

/** The list that the server itself goes on with in its data folder. */
const ownList = 'erasures.jsonl';

/** Writes the list of erasures as it is now: when, and of whom by number alone. */
export async function writeErasures(pool: pg.Pool, { store, name }: BackupSpot): Promise<void> {
  const { rows } = await pool.query<{ line: string }>('select row_to_json(e)::text as line from erasure e');
  if (rows.length === 0) return;
  const lines = Readable.from(rows.map(({ line }) => Buffer.from(`${line}\n`)));
  await writeEntry({ store, name: '' }, within(folder, `${name}.jsonl`), lines, false);
}

/** Every list beside a backup. */
async function* listsBeside({ store }: Pick<BackupSpot, 'store'>): AsyncGenerator<Readable> {
  for (const name of (await store.names(folder)).filter((it) => listForm.test(it))) {
    const list = await store.read(within(folder, name));
    if (list) yield list;
  }
}

/**
 * The lists that a person named: one file, a folder or bucket of backups, or a data folder.
 * @throws StartupError when there is none.
 */
async function* listsIn(named: string): AsyncGenerator<Readable> {
  const isFile = !named.startsWith('s3://') && (await stat(named).catch(() => undefined))?.isFile() === true;
  if (isFile) {
    const list = await (await openStore(path.dirname(path.resolve(named)))).read(path.basename(named));
    if (list) yield list;
    return;
  }
  const store: BackupStore = await openStore(named);
  let found = false;
  for await (const list of listsBeside({ store })) {
    found = true;
    yield list;
  }
  const here = await store.read(ownList);
  if (!here && !found) throw new StartupError(`There is no list of erasures in ${store.label}.`);
  if (here) yield here;
}

/**
 * Puts what the lists tell of into the table, as far as it is not there. A last line that a crash cut short is passed over.
 * Answers how many entries were new.
 * @throws StartupError when a list is damaged otherwise.
 */
export async function addErasures(pool: pg.Pool, lists: AsyncIterable<Readable>): Promise<number> {
  let added = 0;
  for await (const list of lists) {
    let cut = false;
    for await (const line of createInterface({ input: list, crlfDelay: Infinity })) {
      if (cut) throw new StartupError('A list of erasures is damaged: not every line of it can be read.');
      cut = line.trim() !== '' && !isJson(line);
      if (cut || line.trim() === '') continue;
      const entry = 'json_populate_record(null::erasure, $1::json)';
      const { rowCount } = await pool
        .query(`insert into erasure select * from ${entry} on conflict do nothing`, [line])
        .catch((error: Error) => {
          throw new StartupError(`A list of erasures is damaged (${error.message}): ${line.slice(0, 80)}`);
        });
      added += rowCount ?? 0;
    }
  }
  return added;
}

function isJson(line: string): boolean {
  try {
    return JSON.parse(line) !== undefined;
  } catch {
    return false;
  }
}

/** Everything a restore applies: the lists beside the backup, those in the data folder it goes to, and those named. */
export async function* allLists(
  spot: BackupSpot,
  dataDir: string,
  named: string | undefined,
): AsyncGenerator<Readable> {
  yield* listsBeside(spot);
  yield* ownLists(dataDir);
  if (named !== undefined) yield* listsIn(named);
}

/** The list that a data folder keeps, of which a database that went back to an earlier moment knows nothing. */
export async function* ownLists(dataDir: string): AsyncGenerator<Readable> {
  const own = await (await openStore(dataDir)).read(ownList);
  if (own) yield own;
}
