import type { Database } from '../../db/database.ts';
import type { Rate } from '../../limits/rates.ts';
import { isWithinRate } from '../../limits/throttle.store.ts';
import type { Place } from './trusted-device.ts';

/**
 * Whether a use is spared what is counted for all places together that nobody knows. Known places are, within a limit that they
 * have together: whoever once had the password may have made many known. Past it they count like all others. Browsers and
 * networks are counted apart, since in a network there are neighbours. Call it once for a use: it counts.
 */
export async function isExemptFromGlobalLimit(
  db: Database,
  { parts: [kind], isKnown, secrets }: Place,
  rate: Rate,
  parts: readonly string[],
  now: Date,
): Promise<boolean> {
  return isKnown && isWithinRate(db, rate, ['all known', ...parts, secrets, kind], now);
}
