import { message } from '@baraza/contract';
import type { complaint } from '../../../db/schema/tables.ts';
import { conflict } from '../../../http/errors.ts';
import type { TimerEvent } from '../../sla/sla-timer.ts';

type Appealed = Pick<typeof complaint.$inferSelect, 'state' | 'cycle'>;

/** When the right to appeal ends, so many days after the closing; null where there is none. It is there once. */
export function appealEnds({ state, cycle }: Appealed, past: readonly TimerEvent[], days: number): Date | null {
  if (past.some(({ action }) => action === 'appeal')) return null;
  const isOpenTo = state === 'rejected' || (state === 'resolved' && cycle > 1);
  const closing = isOpenTo ? past.findLast(({ action }) => action === 'resolve' || action === 'reject') : undefined;
  return closing ? new Date(closing.at.getTime() + days * 24 * 3_600_000) : null;
}

/** Refuses an appeal that is not open to the citizen, or no longer. */
export function requireAppeal(complaint: Appealed, past: readonly TimerEvent[], days: number, now: Date): void {
  const ends = appealEnds(complaint, past, days);
  if (ends === null || now > ends) throw conflict(message.appealNotNow);
}
