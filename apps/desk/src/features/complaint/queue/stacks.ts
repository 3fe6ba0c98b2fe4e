import type { DeskComplaintSummary } from '@baraza/contract';

/** Complaints that look alike, or one alone. */
export type Stack<T = DeskComplaintSummary> = readonly [T, ...T[]];

/** Gathers rows that look alike behind the first, in the order of the list. */
export function stacked<T extends Pick<DeskComplaintSummary, 'id' | 'stack'>>(rows: readonly T[]): Stack<T>[] {
  const stacks = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const key = row.stack?.leader ?? row.id;
    const stack = stacks.get(key);
    if (stack) stack.push(row);
    else stacks.set(key, [row]);
  }
  return [...stacks.values()];
}

/** Returns the complaint of a stack that is due first. */
export const dueFirst = ([first, ...more]: Stack): DeskComplaintSummary =>
  more.reduce((earliest, row) => (timeOf(row) < timeOf(earliest) ? row : earliest), first);

const timeOf = ({ dueAt }: DeskComplaintSummary) => (dueAt ? Date.parse(dueAt) : Infinity);
