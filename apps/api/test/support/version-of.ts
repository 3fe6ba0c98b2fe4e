import type { TestApp } from './server/app.ts';

type Table = 'category' | 'committee_member' | 'jurisdiction' | 'mda' | 'saved_reply' | 'sla_target';

/** Reads the current version of a row; 0 for a missing one. */
export async function versionOf({ pool }: Pick<TestApp, 'pool'>, table: Table, id: string): Promise<number> {
  const { rows } = await pool.query<{ version: number }>(`select version from ${table} where id = $1`, [id]);
  return rows[0]?.version ?? 0;
}
