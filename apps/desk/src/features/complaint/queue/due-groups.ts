import { isOpen, type DeskComplaintSummary } from '@baraza/contract';

export const dueGroups = ['overdue', 'today', 'week', 'later', 'paused', 'closed'] as const;
export type DueGroup = (typeof dueGroups)[number];

type Row = Pick<DeskComplaintSummary, 'dueAt' | 'state'>;

/** Returns the group of a complaint in the list. Days are those of UTC, as in the queue 'Due today' of the server. */
export function dueGroupOf(row: Row, now: Date): DueGroup {
  if (!isOpen(row.state)) return 'closed';
  if (!row.dueAt) return 'paused';
  const due = Date.parse(row.dueAt);
  if (due < now.getTime()) return 'overdue';
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  if (due < tomorrow) return 'today';
  const daysToMonday = 7 - ((now.getUTCDay() + 6) % 7);
  const monday = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + daysToMonday);
  return due < monday ? 'week' : 'later';
}

export interface RowGroup<T> {
  readonly group: DueGroup;
  readonly rows: readonly T[];
  /** False: more of this group may follow on pages that are not loaded yet. */
  readonly complete: boolean;
}

/**
 * Groups rows that come in the order of their due dates. Keeps that order within a group, so that a row under the pointer
 * never jumps to another group's end.
 */
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
