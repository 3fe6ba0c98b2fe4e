import { readFile } from 'node:fs/promises';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as tables from './tables.ts';

const page = new URL('../../../../../docs/security/data.md', import.meta.url);

/** Each column with its class, as `table.column: class`. */
async function classed(): Promise<string[]> {
  const text = await readFile(page, 'utf8');
  const rows = text.slice(text.indexOf('| Table')).split('\n').slice(2);
  return rows.flatMap((row) => {
    const [, table = '', ...classes] = row.split('|').map((cell) => cell.trim());
    return ['open', 'internal', 'personal', 'secret'].flatMap((name, place) =>
      (classes[place] ?? '')
        .split(' ')
        .filter((column) => /^\w+$/.test(column))
        .map((column) => `${table}.${column}: ${name}`),
    );
  });
}

function columns(): string[] {
  return Object.values(tables)
    .filter((it) => is(it, PgTable))
    .map((it) => getTableConfig(it))
    .flatMap(({ name, columns: all }) => all.map((column) => `${name}.${column.name}`));
}

test('every column of the database has one class of data', async () => {
  const named = (await classed()).map((it) => it.replace(/:.*/, ''));
  expect(columns().length).toBeGreaterThan(200);
  expect(named.toSorted()).toEqual(columns().toSorted());
});

test('columns of credentials are secret, and columns that name a person are personal', async () => {
  const classOf = Object.fromEntries((await classed()).map((it) => it.split(': ')));
  const looksSecret = /\.(?:\w*password_hash|salt|sealed_key|(?:token|code|handle)_hash)$/;
  const looksPersonal =
    /^(?!committee_member|mda|category|jurisdiction|holiday)\w+\.(?:\w*email|first_name|last_name|phone|user_agent|network|file_name)$/;
  const wrong = columns().filter(
    (it) =>
      (looksSecret.test(it) && classOf[it] !== 'secret') || (looksPersonal.test(it) && classOf[it] !== 'personal'),
  );
  expect(wrong).toEqual([]);
});
