import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { account, throttle } from '../db/tables.ts';
import { tooManyRequests } from './errors.ts';
import type { Services } from './services.ts';

const day = 24 * 3_600_000;

const tooManyComplaints = 'You have sent as many complaints as one person can in a day. Please send this one tomorrow.';
const tooManyFiles = 'You have sent as many files as one person can in a day. Please send these tomorrow.';

/** What somebody sends at once. */
export interface Sent {
  readonly complaints: number;
  readonly files: readonly { readonly size: number }[];
}

/**
 * Counts what a citizen sends against what they may send in 24 hours. Call it in the transaction that keeps it: refused,
 * nothing is counted. It waits for others of the same person, so that parallel ones cannot slip through; every process counts
 * in the same rows. Sample accounts are for trying out, and are not counted.
 * @throws AppError 429 with the seconds to wait.
 */
export async function useQuota(db: Database, services: Services, accountId: string, sent: Sent): Promise<void> {
  const { daily } = services.settings;
  const bytes = sent.files.reduce((sum, { size }) => sum + size, 0);
  const uses = [
    { of: 'complaints', amount: sent.complaints, max: daily.complaints, text: tooManyComplaints },
    { of: 'files', amount: sent.files.length, max: daily.files, text: tooManyFiles },
    // In kilobytes: a count of bytes would not fit.
    { of: 'kilobytes', amount: Math.ceil(bytes / 1_000), max: daily.megabytes * 1_000, text: tooManyFiles },
  ].filter(({ amount }) => amount > 0);
  if (uses.length === 0) return;
  const now = services.clock.now();
  const counted = await count(db, accountId, uses, now);
  for (const { of, max, text } of uses) {
    const row = counted.find((it) => it.key.equals(keyOf(of, accountId)));
    if (row && row.uses > max) throw tooManyRequests(Math.max(1, (row.until.getTime() - now.getTime()) / 1000), text);
  }
}

async function count(
  db: Database,
  accountId: string,
  uses: readonly { readonly of: string; readonly amount: number }[],
  now: Date,
) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const until = new Date(now.getTime() + day).toISOString();
  const rows = uses.map(({ of, amount }) => sql`(${keyOf(of, accountId)}::bytea, ${amount}::int)`);
  return db
    .insert(throttle)
    .select(
      sql`select given.key, given.amount, ${until}::timestamptz from (values ${sql.join(rows, sql`, `)}) as given (key, amount)
        where not exists (select from ${account} where ${eq(account.id, accountId)} and ${account.demo}) order by given.key`,
    )
    .onConflictDoUpdate({
      target: throttle.key,
      set: {
        uses: sql`case when ${throttle.until} <= ${at} then excluded.uses else ${throttle.uses} + excluded.uses end`,
        until: sql`case when ${throttle.until} <= ${at} then excluded.until else ${throttle.until} end`,
      },
    })
    .returning({ key: throttle.key, uses: throttle.uses, until: throttle.until });
}

function keyOf(of: string, accountId: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(['daily', of, accountId]))
    .digest();
}
