// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { saveDraft } from '../../../lib/storage/drafts.ts';
import { officer, renderAtDesk } from '../../../lib/testing/render.tsx';
import { queueOf } from '../queues.ts';
import { QueueRow, type QueueRowProps } from './queue-row.tsx';

const now = new Date('2026-11-23T09:00:00Z');
const complaint = {
  id: 'c1',
  trackingId: 'SDP-26-K2M7X8',
  title: 'Licence plate not issued',
  category: { id: 'poor', name: 'Poor Service' },
  mda: { id: 'roads', name: 'Roads' },
  citizen: { name: 'Fatou D.' },
  state: 'in_progress',
  status: 'Processing',
  cycle: 1,
  submittedDate: '2026-11-01T09:00:00Z',
  dueAt: '2026-11-20T09:00:00Z',
  dueTimer: 'reply',
  priority: 'normal',
  tags: [] as string[],
} as DeskComplaintSummary;

const inQueue = {
  queue: queueOf('mine')!,
  list: { now },
  selection: { on: false },
  bulk: { run: null, markOf: () => undefined },
  to: (id: string) => `/${id}`,
  rowLinks: { refOf: () => () => undefined },
} as unknown as QueueRowProps;

function renderRow(changes: Partial<DeskComplaintSummary> = {}) {
  const row = { ...complaint, ...changes };
  renderAtDesk(<QueueRow {...inQueue} row={row} />);
  return screen.getByRole('link');
}

afterEach(() => localStorage.clear());

test('a queue row shows the end of the ID, name, category and named next timer', () => {
  const facts = renderRow().textContent;

  for (const fact of ['K2M7X8', 'Fatou D.', 'Poor Service', 'Reply 3 d late']) expect(facts).toContain(fact);
  expect(facts).not.toContain('SDP');
});

test('the row of a complaint awaiting its citizen says so instead of a timer', () => {
  const row = renderRow({ state: 'awaiting_citizen', dueAt: null, dueTimer: null });

  expect(row.textContent).toContain('With citizen');
});

test('a queue row is marked for files and escalation only if it has them', () => {
  expect(renderRow().textContent).not.toMatch(/With files|Escalated/u);
  cleanup();

  expect(renderRow({ hasFiles: true, escalated: true }).textContent).toMatch(/With files.*Escalated/u);
});

test('the row of a complaint that others were merged into says how many', () => {
  expect(renderRow({ merged: 0 }).textContent).not.toContain('merged');
  cleanup();

  expect(renderRow({ merged: 2 }).textContent).toContain('2 more complaints are merged into it');
});

test('the row of an absent colleague names them to their deputy', () => {
  expect(renderRow({ assignee: { id: officer.id, name: 'Ngozi Eze' } }).textContent).not.toContain('for Ngozi');
  cleanup();

  expect(renderRow({ assignee: { id: 'another', name: 'Ngozi Eze' } }).textContent).toContain('for Ngozi Eze');
});

test('a draft on this device marks its row at once', () => {
  const row = renderRow();
  expect(row.textContent).not.toContain('Draft');

  act(() => void saveDraft(officer.id, 'c1', { reply: 'Dear Fatou', note: '' }));

  expect(row.textContent).toContain('Draft');
});

test('a queue row says that the citizen wrote and nobody has answered yet', () => {
  expect(renderRow().textContent).not.toContain('The citizen wrote');
  cleanup();

  expect(renderRow({ citizenWroteAt: '2026-11-22T09:00:00Z' }).textContent).toContain('The citizen wrote.');
});

test('a queue row shows priority, tags and the day of a follow-up', () => {
  const row = renderRow({ priority: 'emergency', tags: ['crew 7', 'flood'], followUpOn: '2026-11-24' });

  expect(row.textContent).toMatch(/Emergency.*Follow up on 2026-11-24.*crew 7, flood/u);
});
