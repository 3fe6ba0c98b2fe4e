import { quotaMessage } from '@baraza/contract';
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { account, throttle } from '../db/schema/tables.ts';
import { type AppError, tooManyRequests } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { throttleKey } from '../db/remembered.store.ts';
import { isSpanOver } from './throttle.store.ts';

const day = 24 * 3_600_000;

/** Files and bytes of one submission. */
export interface Sent {
  readonly complaints: number;
  readonly files: readonly { readonly size: number }[];
}

/** One quota of a citizen. */
export interface Use {
  readonly key: Buffer;
  readonly amount: number;
  readonly max: number;
  readonly text: string;
}

/** Lists the quotas that a submission uses. */
export function usesOf({ settings: { daily } }: Services, accountId: string, { complaints, files }: Sent): Use[] {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const use = (of: string, amount: number, max: number, text: string) => {
    return { key: throttleKey(['daily', of, accountId]), amount, max, text };
  };
  return [
    use('complaints', complaints, daily.complaints, quotaMessage.complaints),
    use('files', files.length, daily.files, quotaMessage.files),
    // In kilobytes, since bytes would overflow the column.
    use('kilobytes', Math.ceil(bytes / 1_000), daily.megabytes * 1_000, quotaMessage.files),
  ].filter(({ amount }) => amount > 0);
}

/** Counts a submission against the citizen's daily quotas, in its transaction. Sample accounts are exempt. @throws AppError 429. */
export async function useQuota(db: Database, services: Services, accountId: string, sent: Sent): Promise<void> {
  const uses = usesOf(services, accountId, sent);
  if (uses.length === 0) return;
  const isSample = sql`select from ${account} where ${eq(account.id, accountId)} and ${account.demo}`;
  const { rows } = await db.execute<{ counted: number; exempt: boolean }>(sql`
    with counted as (${countUses(uses, sql`${services.clock.now().toISOString()}`, sql`not exists (${isSample})`)})
    select (select count(*) from counted)::int as counted, exists (${isSample}) as exempt`);
  if (rows[0]?.exempt !== true && rows[0]?.counted !== uses.length) throw await refusalOf(db, services, uses);
}

type UseValues = { readonly [K in 'key' | 'amount' | 'max']: Use[K] | SQL };

/** Builds the part of a statement that counts uses within their limits, a row each. */
export function countUses(uses: readonly UseValues[], now: SQL, condition: SQL): SQL {
  const at = sql`${now}::timestamptz`;
  const rows = uses.map(({ key, amount, max }) => sql`(${key}::bytea, ${amount}::int, ${max}::int)`);
  const maxima = uses.map(({ key, max }) => sql`when ${key}::bytea then ${max}::int`);
  const isOver = isSpanOver(at, sql`excluded.until`);
  const sum = sql`case when ${isOver} then excluded.uses else ${throttle.uses} + excluded.uses end`;
  return sql`insert into ${throttle} (key, uses, until)
      select quota.key, quota.amount, ${at} + interval '1 day' from (values ${list(rows)}) as quota (key, amount, max)
      where quota.amount <= quota.max and ${condition} order by quota.key
    on conflict (key) do update
      set uses = ${sum}, until = case when ${isOver} then excluded.until else ${throttle.until} end
      where ${sum} <= case excluded.key ${sql.join(maxima, sql` `)} end
    returning 1`;
}

const list = (chunks: SQL[]) => sql.join(chunks, sql`, `);

/** Explains which quota is exhausted, and for how long. */
export async function refusalOf(db: Database, { clock }: Services, uses: readonly Use[]): Promise<AppError> {
  const now = clock.now();
  const rows = await db
    .select({ key: throttle.key, uses: throttle.uses, until: throttle.until })
    .from(throttle)
    .where(
      inArray(
        throttle.key,
        uses.map(({ key }) => key),
      ),
    );
  const leftOf = ({ key, max }: Use) => {
    const row = rows.find((it) => it.key.equals(key) && it.until > now);
    return { room: max - (row?.uses ?? 0), until: row?.until ?? new Date(now.getTime() + day) };
  };
  const refused = uses.find((use) => use.amount > leftOf(use).room) ?? uses[0];
  if (refused === undefined) throw new Error('Nothing was sent.');
  return tooManyRequests(Math.max(1, (leftOf(refused).until.getTime() - now.getTime()) / 1000), refused.text);
}

/** Reverses the uses counted for a repeated submission. */
export async function takeBack(db: Database, uses: readonly Use[]): Promise<void> {
  for (const { key, amount } of uses) {
    await db
      .update(throttle)
      .set({ uses: sql`${throttle.uses} - ${amount}` })
      .where(eq(throttle.key, key));
  }
}
