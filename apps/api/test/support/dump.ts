import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';

/** Returns every row of every table as text. */
export async function dumpOf(pool: pg.Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts = [];
  for (const { name } of tables) texts.push(JSON.stringify((await pool.query(`select t::text from ${name} t`)).rows));
  return texts.join('\n');
}

/** Returns the content of all files below a folder, unpacked. */
export async function filesIn(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((it) => it.isFile()).map((it) => path.join(it.parentPath, it.name));
  if (files.length === 0) throw new Error(`There are no files in ${folder}.`);
  const bytes = await Promise.all(files.map(async (file) => `${file}\n${unpack(await readFile(file))}`));
  return bytes.join('\n');
}

/** Unpacks a backup, which is compressed. */
function unpack(bytes: Buffer): string {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isPacked ? gunzipSync(bytes) : bytes).toString('latin1');
}
