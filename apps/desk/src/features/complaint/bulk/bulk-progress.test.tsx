// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BulkProgress } from './bulk-progress.tsx';
import type { Bulk, BulkMark } from './use-bulk.ts';

const calls = {
  undo: vi.fn<() => void>(),
  stop: vi.fn<() => void>(),
  again: vi.fn<() => void>(),
  close: vi.fn<() => void>(),
};

type Run = NonNullable<Bulk['run']>;

/** Renders a run over complaints with these marks; one more was left out. */
function show(phase: Run['phase'], marks: BulkMark[]) {
  const row = (id: string) =>
    ({ id, title: `Complaint ${id}`, trackingId: `SDP-26-00000${id}` }) as DeskComplaintSummary;
  const included = marks.map((_, index) => row(`${index + 1}`));
  const plan = { included, leftOut: new Map([['Closed', [row('4')]]]) } as unknown as Run['plan'];
  const outcomes = new Map([['2', { mark: 'failed', text: 'It changed.' }]]);
  const run = { phase, plan, outcomes } as unknown as Run;
  const withMark = (...wanted: (BulkMark | undefined)[]) =>
    included.filter((_, index) => wanted.includes(marks[index]));
  render(
    <BulkProgress bulk={{ ...calls, run, plan, action: 'assign', withMark } as unknown as Bulk} headingLevel="h1" />,
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => screen.getByRole('status').textContent;
/** Lists the tallies, each with its complaints. */
const tallies = () =>
  screen.getAllByRole('group').map((tally) => [
    tally.querySelector('summary')?.textContent,
    within(tally)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ]);

afterEach(() => vi.clearAllMocks());

test('a bulk action that has not begun can be undone with the focused button', () => {
  show('delayed', ['waits', 'waits']);
  expect(said()).toBe('Nothing has been sent yet. Sending starts in 10 seconds.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));

  press('Undo');

  expect(calls.undo).toHaveBeenCalledOnce();
});

test('a running bulk action shows its progress and can be stopped once', () => {
  show('running', ['done', 'failed', 'sending', 'waits']);
  expect(said()).toBe('2 of 4');
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(2);

  press('Stop after these 2');

  expect(calls.stop).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Stopping' }).getAttribute('aria-disabled')).toBe('true');
});

test('a finished bulk action lists done, failed and left-out complaints and leads back to the rest', () => {
  show('finished', ['done', 'failed', 'waits']);
  expect(said()).toBe('1 of 3 done, 2 not done');
  expect(tallies()).toEqual([
    ['1 Assigned Show', ['Complaint 1 SDP-26-000001']],
    ['1 Not done Show', ['Complaint 2 SDP-26-000002It changed.']],
    ['1 Left as they were Show', ['Complaint 3 SDP-26-000003']],
    ['1 Left out from the start Show', ['Complaint 4 SDP-26-000004']],
  ]);

  press('Back to the 2 not done');
  expect(calls.again).toHaveBeenCalledOnce();
  press('Done');
  expect(calls.close).toHaveBeenCalledOnce();
});

test('a bulk action that left nothing undone has no button back to the rest', () => {
  show('finished', ['done', 'done']);

  expect(said()).toBe('All 2 done');
  expect(screen.queryByRole('button', { name: /^Back/u })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' }));
});
