import { randomInt } from 'node:crypto';
import type { Clock } from '../config/clock.ts';

/** Digits and capitals that nobody mixes up when reading them out: without 0, O, 1, I, L and U. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 6;

/** What people quote: `SDP-26-7F3K92`. Random; its unique index tells when one was drawn before, then draw again. */
export function newTrackingId(clock: Clock): string {
  const year = clock.now().getUTCFullYear().toString().slice(-2);
  const tail = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `SDP-${year}-${tail}`;
}
