import type { complaint } from '../db/schema/tables.ts';
import type { TimerEvent } from './sla-timer.ts';

type Appealed = Pick<typeof complaint.$inferSelect, 'state' | 'cycle'>;

/** Returns when the right to appeal ends, `days` after the closing; null without that right. It exists once. */
export function appealEnds({ state, cycle }: Appealed, past: readonly TimerEvent[], days: number): Date | null {
  if (past.some(({ action }) => action === 'appeal')) return null;
  const isOpenTo = state === 'rejected' || (state === 'resolved' && cycle > 1);
  const closing = isOpenTo ? past.findLast(({ action }) => action === 'resolve' || action === 'reject') : undefined;
  return closing ? new Date(closing.at.getTime() + days * 24 * 3_600_000) : null;
}
