import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** So many days without a line in the audit trail: nobody was there, or the clock ran ahead. */
const longSilence = 90 * day;

/** Warnings about the clock of this computer, by that of the database: what is kept for a time goes by it. */
export async function warningsOfClock({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<string[]> {
  const { rows } = await db.execute<{ theirs: string; newest: string | null }>(sql`
    select extract(epoch from clock_timestamp()) as theirs,
      extract(epoch from greatest((select max(at) from audit), (select max(submitted_at) from complaint))) as newest`);
  const [row] = rows;
  return row ? [...linesOf(clock.now().getTime(), row)] : [];
}

function* linesOf(now: number, { theirs, newest }: { theirs: string; newest: string | null }): Generator<string> {
  const apart = now - Number(theirs) * 1000;
  if (Math.abs(apart) > minute)
    yield `Warning: the clock of this computer is ${spanOf(apart)} ${apart > 0 ? 'ahead of' : 'behind'} the clock of the database. Set both.`;
  if (newest === null) return;
  const since = now - Number(newest) * 1000;
  if (since < -day)
    yield `Warning: the newest entry in the database is ${spanOf(since)} ahead of the clock of this computer, which is behind, or was ahead when that was written. Check it: sessions, codes and what is kept how long go by it.`;
  if (since > longSilence)
    yield `Warning: the newest entry in the database is ${spanOf(since)} old. If somebody was here since, the clock of this computer is ahead: stop, and set it, before what is kept for a time is removed.`;
}

function spanOf(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  return size < 2 * day ? `${Math.round(size / minute)} minutes` : `${Math.round(size / day)} days`;
}
