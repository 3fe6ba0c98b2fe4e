import { sql } from 'drizzle-orm';
import type { Services } from '../services.ts';

/** Seconds of difference from which codes of authenticator apps and signed addresses begin to fail. */
const tolerance = 30;

/** Measures how far the clock is ahead of the database's. Logs a large difference. */
export async function checkClock({ db, metrics, log }: Services, now = Date.now): Promise<void> {
  const before = now();
  const { rows } = await db.execute<{ at: number }>(sql`select extract(epoch from clock_timestamp())::float8 as at`);
  const seconds = (before + now()) / 2_000 - rows[0]!.at;
  metrics.clockDifference.set(seconds);
  if (Math.abs(seconds) > tolerance)
    log.error({ seconds: Math.round(seconds) }, 'The clock differs from that of the database: see to NTP on both.');
}
