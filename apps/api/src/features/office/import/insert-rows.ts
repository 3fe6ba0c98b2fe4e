import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../db/database.ts';

/** Inserts many rows, which all have the same columns, in one statement with one parameter. */
export async function insertRows<T extends PgTable>(db: Database, table: T, rows: readonly T['$inferInsert'][]) {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first);
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const written = rows.map((row) =>
    Object.fromEntries(columns.map(([name, column]) => [column.name, toJson((row as Record<string, unknown>)[name])])),
  );
  const record = sql`null::${sql.identifier(getTableName(table))}`;
  await db.execute(sql`insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(${record}, ${JSON.stringify(written)}::jsonb)`);
}

const toJson = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
