import type { Database } from '../../db/database.ts';
import type { Rate } from '../../limits/rates.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';
import type { LoginOrigin } from './trusted-device.ts';

/**
 * Consumes one attempt of the trusted quota; true exempts it from the global limit.
 * All trusted origins share the quota, since a thief of a password may have made many trusted; past it they count as unknown. Browsers and
 * networks are counted apart, since a network has neighbours.
 */
export async function isExemptFromGlobalLimit(
  db: Database,
  { parts: [kind], isTrusted, secrets }: LoginOrigin,
  rate: Rate,
  parts: readonly string[],
  now: Date,
): Promise<boolean> {
  return isTrusted && isWithinRate(db, rate, ['all known', ...parts, secrets, kind], now);
}
