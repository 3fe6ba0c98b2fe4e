import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/*
 * Building an index inside a migration would block writers of a large table for minutes. So each `create index if not exists`
 * of a missing migration is built concurrently before it, beside running servers; the migration then finds it.
 */

const form = /^\s*create index if not exists "(\w+)" on "(\w+)"/iu;

/** Builds the indexes of missing migrations whose table and columns exist already. Not inside a transaction. */
export async function buildIndexes(client: pg.ClientBase, steps: readonly MigrationMeta[]): Promise<void> {
  for (const statement of steps.flatMap(({ sql }) => sql)) {
    const [, index, table] = form.exec(statement) ?? [];
    if (index === undefined || table === undefined || !(await tableExists(client, table))) continue;
    if (await isInvalid(client, index)) await client.query(`drop index concurrently "${index}"`);
    try {
      await client.query(statement.replace(/create index/iu, 'create index concurrently'));
    } catch (error) {
      if ((error as { code?: string }).code !== undefinedColumn) throw error;
    }
  }
}

/** SQLSTATE when the migration itself adds the column. */
const undefinedColumn = '42703';

async function tableExists(client: pg.ClientBase, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
}

/** Whether an earlier build was cut off: such an index is maintained but never used. */
async function isInvalid(client: pg.ClientBase, index: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  return rowCount === 1;
}
