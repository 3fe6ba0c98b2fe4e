import type { State } from '@baraza/contract/complaint/lifecycle';
import type { complaint } from '../../../db/schema/tables.ts';
import type { ComplaintState } from '../../../domain/apply-transition.ts';

export type Measures = Pick<
  typeof complaint.$inferSelect,
  'acknowledgedAt' | 'acknowledgedLate' | 'firstReplyAt' | 'firstReplyLate' | 'resolvedAt' | 'resolvedLate'
>;

const acknowledged: readonly State[] = ['in_progress', 'awaiting_citizen', 'resolved', 'rejected'];
const decided: readonly State[] = ['resolved', 'appeal'];
const isLate = (due: Date | null, at: Date) => due !== null && due < at;

/** Measures a step as the trigger `complaint_metrics` does, which sees updates alone: for complaints inserted with their history. */
export function measureStep(before: ComplaintState & Measures, after: ComplaintState, at: Date): Partial<Measures> {
  const isFirst = before.acknowledgedAt === null && acknowledged.includes(after.state);
  const isAnswered = before.firstReplyAt === null && after.repliedAt !== null;
  const wasDecided = decided.includes(before.state);
  return {
    ...(isFirst && { acknowledgedAt: at, acknowledgedLate: isLate(before.acknowledgeDueAt, at) }),
    ...(isAnswered && { firstReplyAt: after.repliedAt, firstReplyLate: isLate(before.replyDueAt, at) }),
    ...(after.state === 'resolved' && !wasDecided && { resolvedAt: at, resolvedLate: isLate(before.resolveDueAt, at) }),
    ...(wasDecided && !decided.includes(after.state) && { resolvedAt: null, resolvedLate: null }),
  };
}
