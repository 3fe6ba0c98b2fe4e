import { describe, expect, it } from 'vitest';
import { dueGroupOf, groupByDue } from './due-groups.ts';

// A Wednesday.
const now = new Date('2024-05-08T10:00:00Z');
const open = (dueAt: string | null) => ({ state: 'in_progress', dueAt }) as const;

describe('groups by due date', () => {
  it.each([
    ['2024-05-08T09:59:59Z', 'overdue'],
    ['2024-05-08T10:00:00Z', 'today'],
    ['2024-05-08T23:59:59Z', 'today'],
    ['2024-05-09T00:00:00Z', 'week'],
    ['2024-05-12T23:59:59Z', 'week'],
    ['2024-05-13T00:00:00Z', 'later'],
  ])('puts what is due at %s under %s', (dueAt, group) => {
    expect(dueGroupOf(open(dueAt), now)).toBe(group);
  });

  it('ends the week on Sunday', () => {
    const sunday = new Date('2024-05-12T10:00:00Z');
    expect(dueGroupOf(open('2024-05-12T11:00:00Z'), sunday)).toBe('today');
    expect(dueGroupOf(open('2024-05-13T00:00:00Z'), sunday)).toBe('later');
  });

  it('keeps paused and closed complaints apart', () => {
    expect(dueGroupOf({ state: 'awaiting_citizen', dueAt: null }, now)).toBe('paused');
    expect(dueGroupOf({ state: 'resolved', dueAt: null }, now)).toBe('closed');
  });

  it('knows which counts are whole: only the last group goes on when more pages follow', () => {
    const rows = [open('2024-05-01T00:00:00Z'), open('2024-05-02T00:00:00Z'), open('2024-05-09T00:00:00Z')];
    const of = (hasMore: boolean) =>
      groupByDue(rows, now, hasMore).map((it) => [it.group, it.rows.length, it.complete]);
    expect(of(true)).toEqual([
      ['overdue', 2, true],
      ['week', 1, false],
    ]);
    expect(of(false)).toEqual([
      ['overdue', 2, true],
      ['week', 1, true],
    ]);
  });
});
