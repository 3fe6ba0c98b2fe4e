import type pg from 'pg';

/*
 * Tables guard themselves: triggers keep histories from being written anew, policies keep rows from those who may not see
 * them. Rows that come back are neither new nor anybody's request. The owner takes the guards off for the transaction that
 * loads them, and puts back exactly those that stood there.
 */

const words = { O: 'enable', A: 'enable always', R: 'enable replica' } as const;

interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly state: keyof typeof words;
}

/** Runs the work without triggers and policies. A failure takes everything back with the transaction. */
export async function withoutGuards(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  const { rows: triggers } = await client.query<Trigger>(`
    select c.oid::regclass::text as table, quote_ident(t.tgname) as name, t.tgenabled as state
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace`);
  const { rows: forced } = await client.query<{ table: string }>(`
    select oid::regclass::text as table from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  for (const { table } of forced) await client.query(`alter table ${table} no force row level security`);
  await work();
  await client.query('set constraints all immediate');
  for (const { table } of forced) await client.query(`alter table ${table} force row level security`);
  for (const { table, name, state } of triggers)
    await client.query(`alter table ${table} ${words[state]} trigger ${name}`);
}
