// @vitest-environment happy-dom
import type { DeskTimer } from '@baraza/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAtDesk } from '../../../lib/testing/render.tsx';
import { CaseTimers, nextTimer } from './complaint-timer.tsx';

const now = new Date('2026-05-04T12:00:00Z');
const timer = (changes: Partial<DeskTimer>): DeskTimer => ({
  kind: 'reply',
  days: 5,
  state: 'running',
  percent: 40,
  dueAt: null,
  ...changes,
});

test.each([
  ['2 d 3 h left', { dueAt: '2026-05-06T15:20:00Z' }],
  ['45 min left', { dueAt: '2026-05-04T12:45:00Z' }],
  ['3 h late', { dueAt: '2026-05-04T08:40:00Z' }],
  ['on time', { state: 'met', percent: 80 }],
  ['late', { state: 'met', percent: 101 }],
  ['Paused', { state: 'paused' }],
  ['Stopped', { state: 'stopped' }],
] as const)('the facts of a complaint describe its timer: %s', (words, changes) => {
  renderAtDesk(<CaseTimers timers={[timer(changes)]} now={now} />);
  expect(screen.getByText(words)).toBeTruthy();
});

test('the next timer is the one that is due first', () => {
  const timers = [
    timer({ kind: 'resolve', dueAt: '2026-05-20T23:59:59Z' }),
    timer({ kind: 'acknowledge', state: 'met' }),
    timer({ kind: 'reply', dueAt: '2026-05-08T23:59:59Z' }),
  ];
  expect(nextTimer(timers)).toEqual({ dueAt: '2026-05-08T23:59:59Z', dueTimer: 'reply' });
  expect(nextTimer([])).toEqual({ dueAt: null, dueTimer: null });
});
