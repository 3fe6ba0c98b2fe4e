import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/*
 * An index over a large table takes minutes, and whoever writes to the table would wait as long for a step that builds it. So an
 * index that a step makes `if not exists` is built before it, beside the servers at work; the step then finds it there.
 */

const form = /^\s*create index if not exists "(\w+)" on "(\w+)"/iu;

/** Builds the indexes of steps that are to come, as far as there is already what they are over. Not inside a transaction. */
export async function buildIndexes(client: pg.ClientBase, steps: readonly MigrationMeta[]): Promise<void> {
  for (const statement of steps.flatMap(({ sql }) => sql)) {
    const [, index, table] = form.exec(statement) ?? [];
    if (index === undefined || table === undefined || !(await isThere(client, table))) continue;
    if (await isHalf(client, index)) await client.query(`drop index concurrently "${index}"`);
    try {
      await client.query(statement.replace(/create index/iu, 'create index concurrently'));
    } catch (error) {
      if ((error as { code?: string }).code !== undefinedColumn) throw error;
    }
  }
}

/** The step itself adds the column. */
const undefinedColumn = '42703';

async function isThere(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
}

/** Whether it was begun and not ended: then it is kept up, and serves nothing. */
async function isHalf(client: pg.ClientBase, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  return rowCount === 1;
}
