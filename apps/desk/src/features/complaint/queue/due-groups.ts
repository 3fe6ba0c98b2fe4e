import { isOpen, type DeskComplaintSummary } from '@baraza/contract';

const dueGroups = ['late', 'today', 'later', 'closed'] as const;
export type DueGroup = (typeof dueGroups)[number];

type Row = Pick<DeskComplaintSummary, 'dueAt' | 'state'>;

/** Returns the group of a complaint in the list, by its next timer. Days are those of the officer's device. */
export function dueGroupOf({ state, dueAt }: Row, now: Date): DueGroup {
  if (!isOpen(state)) return 'closed';
  // Nothing is due while the citizen has to answer.
  if (!dueAt) return 'later';
  const due = Date.parse(dueAt);
  if (due < now.getTime()) return 'late';
  return due < new Date(now).setHours(24, 0, 0, 0) ? 'today' : 'later';
}

export interface RowGroup<T> {
  readonly group: DueGroup;
  readonly rows: readonly T[];
  /** False if pages not loaded yet may hold more of this group. */
  readonly complete: boolean;
}

/** Groups rows by due date and keeps their order. */
export function groupByDue<T extends Row>(rows: readonly T[], now: Date, hasMore: boolean): RowGroup<T>[] {
  const byGroup = new Map<DueGroup, T[]>();
  for (const row of rows) {
    const group = dueGroupOf(row, now);
    byGroup.set(group, [...(byGroup.get(group) ?? []), row]);
  }
  const present = dueGroups.filter((group) => byGroup.has(group));
  return present.map((group, index) => ({
    group,
    rows: byGroup.get(group) ?? [],
    complete: !hasMore || index < present.length - 1,
  }));
}
