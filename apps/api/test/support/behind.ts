import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

const guarded = [
  'complaint_event',
  'feedback_event',
  'audit',
  'log_entry',
  'log_node',
  'log_key',
  'log_published',
  'log_tombstone',
];

/** Runs statements as the owner of the tables, without triggers, as an intruder could. */
export async function behind(db: Database, ...statements: string[]): Promise<void> {
  const run = (verb: string) => guarded.map((table) => `alter table ${table} ${verb} trigger user`);
  await db.transaction(async (tx) => {
    for (const statement of [...run('disable'), ...statements, ...run('enable')]) await tx.execute(sql.raw(statement));
  });
}

/** Runs work in a transaction and rolls it back. */
export async function takeBack(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  const done = new Error('Taken back.');
  await db
    .transaction(async (tx) => {
      await work(tx);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
}
