import { message, type State } from '@baraza/contract';
import { conflict } from '../../../http/errors.ts';
import type { TimerEvent } from '../../sla/sla-timer.ts';

interface Appealed {
  readonly state: State;
  readonly cycle: number;
}

/** When the right to appeal ends, by the history; null where there is none. It is there once. */
export function appealEnds({ state, cycle }: Appealed, past: readonly TimerEvent[], days: number): Date | null {
  if (past.some(({ action }) => action === 'appeal')) return null;
  const isOpenTo = state === 'rejected' || (state === 'resolved' && cycle > 1);
  const closing = isOpenTo ? past.findLast(({ action }) => action === 'resolve' || action === 'reject') : undefined;
  return closing ? new Date(closing.at.getTime() + days * 24 * 3_600_000) : null;
}

export interface AppealRules {
  readonly now: Date;
  /** For how many days after the complaint was closed. */
  readonly days: number;
}

/** Refuses an appeal that is not open to the citizen, or no longer. */
export function requireAppeal(complaint: Appealed, past: readonly TimerEvent[], { now, days }: AppealRules): void {
  const ends = appealEnds(complaint, past, days);
  if (ends === null || now > ends) throw conflict(message.appealNotNow);
}
