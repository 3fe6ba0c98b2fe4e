import { randomInt } from 'node:crypto';
import type { Clock } from '../../../config/clock.ts';

/** Digits and capitals that cannot be confused when read out: without 0, O, 1, I, L and U. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 6;

/** Draws a random tracking ID such as `SDP-26-7F3K92`. Its unique index refuses a repeated one: then draw again. */
export function newTrackingId(clock: Clock): string {
  const year = clock.now().getUTCFullYear().toString().slice(-2);
  const tail = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `SDP-${year}-${tail}`;
}

/** Draws tracking IDs that are not in `taken`, to which it adds them: among 10,000 a year one is drawn twice in 15 tries. */
export function newTrackingIds(taken: Set<string>, draw = newTrackingId): typeof newTrackingId {
  return (clock) => {
    for (;;) {
      const id = draw(clock);
      if (taken.size < taken.add(id).size) return id;
    }
  };
}
