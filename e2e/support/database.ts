import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import pg from 'pg';
import { dataDir } from './portal.ts';

/** Makes the codes of an address older by some seconds. */
export async function ageCodes(email: string, seconds: number): Promise<void> {
  const changed = await change(
    `update one_time_code set created_at = created_at - $2 * interval '1 second',
      expires_at = expires_at - $2 * interval '1 second' where email = $1`,
    [email, seconds],
  );
  if (!changed) throw new Error(`no code was ever asked for by ${email}`);
}

/** Moves the last re-authentication of an account back by some minutes. */
export async function agePassword(email: string, minutes: number): Promise<void> {
  const changed = await change(
    `update session set reauthenticated_at = reauthenticated_at - $2 * interval '1 minute'
      from account where account.id = session.account_id and account.email = $1`,
    [email, minutes],
  );
  if (!changed) throw new Error(`${email} is not logged in`);
}

/** Replaces the public numbers of a month, as sample data. */
export async function publishMonth(numbers: MonthNumbers): Promise<void> {
  await change('delete from public_numbers where month = $1', [numbers.month]);
  await change('insert into public_numbers values ($1, $2, true)', [numbers.month, numbers]);
}

async function change(statement: string, given: unknown[]): Promise<number> {
  const lines = (await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new pg.Client({ host: lines[4], port: Number(lines[3]), user: 'baraza', database: 'baraza' });
  await client.connect();
  try {
    return (await client.query(statement, given)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
