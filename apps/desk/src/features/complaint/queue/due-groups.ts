import { isOpen, type DeskComplaintSummary } from '@baraza/contract';
import type { Stack } from './stacks.ts';

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

export interface StackGroup<T> {
  readonly group: DueGroup;
  readonly stacks: readonly Stack<T>[];
  /** False if pages not loaded yet may hold more of this group. */
  readonly complete: boolean;
}

/** Groups stacks by the due date of their first row and keeps their order. */
export function groupByDue<T extends Row>(stacks: readonly Stack<T>[], now: Date, hasMore: boolean): StackGroup<T>[] {
  const byGroup = new Map<DueGroup, Stack<T>[]>(dueGroups.map((group) => [group, []]));
  for (const stack of stacks) byGroup.get(dueGroupOf(stack[0], now))?.push(stack);
  const present = [...byGroup].filter(([, members]) => members.length > 0);
  return present.map(([group, members], index) => ({
    group,
    stacks: members,
    complete: !hasMore || index < present.length - 1,
  }));
}
