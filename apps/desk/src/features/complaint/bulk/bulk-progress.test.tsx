// @vitest-environment happy-dom
import type { BulkRun } from '@baraza/contract';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BulkProgress } from './bulk-progress.tsx';
import type { Bulk } from './use-bulk.ts';

const calls = { end: vi.fn<() => void>(), again: vi.fn<() => void>(), close: vi.fn<() => void>() };

/** Renders a run over complaints of which these are done. */
function show(phase: BulkRun['phase'], done: (boolean | null)[]) {
  const items = done.map((each, index) => ({
    id: `${index + 1}`,
    complaint: { title: `Complaint ${index + 1}`, trackingId: `SDP-26-00000${index + 1}` },
    done: each,
    error: each === false ? 'It changed.' : null,
  }));
  const beginsAt = new Date(Date.now() + 10_000).toISOString();
  render(
    <BulkProgress
      bulk={calls as unknown as Bulk}
      run={{ id: 'r1', action: 'assign', beginsAt, phase, items }}
      headingLevel="h1"
    />,
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
  show('delayed', [null, null]);
  expect(said()).toBe('Nothing has been sent yet. Sending starts in 10 seconds.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }));

  press('Undo');

  expect(calls.end).toHaveBeenCalledOnce();
});

test('a running bulk action shows its progress and can be stopped once', () => {
  show('running', [true, false, null, null]);
  expect(said()).toBe('2 of 4');
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(2);

  press('Stop');

  expect(calls.end).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Stopping' }).getAttribute('aria-disabled')).toBe('true');
});

test('a finished bulk action lists done, failed and untouched complaints and leads back to the rest', () => {
  show('finished', [true, false, null]);
  expect(said()).toBe('1 of 3 done, 2 not done');
  expect(tallies()).toEqual([
    ['1 Assigned Show', ['Complaint 1 SDP-26-000001']],
    ['1 Not done Show', ['Complaint 2 SDP-26-000002It changed.']],
    ['1 Left as they were Show', ['Complaint 3 SDP-26-000003']],
  ]);

  press('Back to the 2 not done');
  expect(calls.again).toHaveBeenCalledOnce();
  press('Done');
  expect(calls.close).toHaveBeenCalledOnce();
});

test('a bulk action that left nothing undone has no button back to the rest', () => {
  show('finished', [true, true]);

  expect(said()).toBe('All 2 done');
  expect(screen.queryByRole('button', { name: /^Back/u })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' }));
});
