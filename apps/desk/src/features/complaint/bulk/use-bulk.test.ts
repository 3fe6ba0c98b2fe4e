// @vitest-environment happy-dom
import type { BulkRun, DeskComplaintSummary } from '@baraza/contract';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, refusal, renderDeskHook, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import { useBulk, useBulkRun } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

const get = 'GET /api/desk/bulk-run';
const post = 'POST /api/desk/bulk-run';
const end = 'DELETE /api/desk/bulk-run/r1';
const row = (id: string, state: DeskComplaintSummary['state']) => ({
  id,
  state,
  version: 1,
  mda: { id: 'roads' },
  category: { id: 'lights' },
});
const rows = [row('a', 'received'), row('b', 'received'), row('c', 'resolved')] as DeskComplaintSummary[];
const run = (phase: BulkRun['phase'], ...done: (boolean | null)[]): BulkRun => ({
  id: 'r1',
  action: 'assign',
  beginsAt: '2026-05-04T09:00:00Z',
  phase,
  items: done.map((each, index) => ({ id: 'abz'[index]!, complaint: null, done: each, error: null })),
});

/** Renders a bulk assignment; the last complaint is closed already. */
function renderBulk(answers: Record<string, unknown>) {
  const server = stubServer({ [get]: null, ...answers });
  const { result } = renderDeskHook(
    ({ isAway }) => {
      const selection = useSelection(rows);
      return { selection, bulk: useBulk(selection, useBulkRun(isAway)) };
    },
    { isAway: false },
  );
  act(() => result.current.selection.turn(true));
  act(() => result.current.selection.choose(['a', 'b', 'c']));
  const marks = () => rows.map(({ id }) => result.current.bulk.markOf(id));
  return { ...server, result, marks };
}

test('no action is chosen for a new selection, and none of its complaints is marked', () => {
  const { result, marks } = renderBulk({});
  expect([result.current.bulk.action, ...marks()]).toEqual([null, undefined, undefined, undefined]);
});

test('the files of a reply go along with its run until the result is put away', async () => {
  const { result, sent } = renderBulk({ [post]: run('finished', true, true), [end]: null });
  const plan = new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' });
  act(() => result.current.bulk.media.add([plan]));
  act(() => result.current.bulk.set({ text: 'See the plan.', tags: ['of another action'] }));
  act(() => result.current.bulk.choose('reply'));

  act(() => result.current.bulk.begin());

  await waitFor(() => expect(result.current.bulk.run?.phase).toBe('finished'));
  const items = JSON.stringify(['a', 'b'].map((id) => ({ id, version: 1 })));
  expect(sent).toMatchObject([{ call: post, body: { action: 'reply', text: 'See the plan.', items, files: plan } }]);
  expect(result.current.bulk.media.count).toBe(1);

  act(() => result.current.bulk.close());
  expect(result.current.bulk.media.count).toBe(0);
});

test('a run is asked for with what its action needs, and shows what became of each complaint', async () => {
  const { result, marks, sent } = renderBulk({ [post]: run('finished', true, false) });
  act(() => result.current.bulk.set({ assignee: officer.id, text: 'of another action' }));
  act(() => result.current.bulk.choose('assign'));
  expect(marks()).toEqual([undefined, undefined, 'leftOut']);

  act(() => result.current.bulk.begin());

  await waitFor(() => expect(result.current.bulk.run?.phase).toBe('finished'));
  const items = ['a', 'b'].map((id) => ({ id, version: 1 }));
  const id = expect.any(String) as string;
  expect(sent).toEqual([{ call: post, body: { id, action: 'assign', assignee: officer.id, items } }]);
  expect(marks()).toEqual(['done', 'failed', undefined]);
});

test('a run that could not be asked for is asked for again under the same id', async () => {
  const { result, sent } = renderBulk({ [post]: inTurn(refusal(503, 'Later.'), run('running', null)) });
  act(() => result.current.bulk.choose('start'));
  act(() => result.current.bulk.begin());
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(result.current.bulk.isStarting).toBe(false));

  act(() => result.current.bulk.begin());

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.body).toEqual(sent[0]?.body);
});

test('a run is on the screen after a reload, until its person goes on working', async () => {
  const { result } = renderBulk({ [get]: run('running', true, null) });
  await waitFor(() => expect(result.current.bulk.run?.id).toBe('r1'));

  act(() => result.current.bulk.show(false));

  expect([result.current.bulk.run, result.current.bulk.behind?.id]).toEqual([null, 'r1']);
});

test('going back to those not done selects exactly these, in the queue that lists them', async () => {
  const { result } = renderBulk({ [get]: run('finished', true, false, null) });
  await waitFor(() => expect(result.current.bulk.run).not.toBeNull());

  act(() => result.current.bulk.again());

  expect(['a', 'b', 'z'].map((id) => result.current.selection.isChosen(id))).toEqual([false, true, true]);
  expect(window.location.pathname).toMatch(/complaint\/not-done$/u);
});

test('a finished run is put away together with the selection', async () => {
  const { result, sent } = renderBulk({ [get]: inTurn(run('finished', true), null), [end]: '' });
  await waitFor(() => expect(result.current.bulk.run).not.toBeNull());

  act(() => result.current.bulk.close());

  await waitFor(() => expect(sent.map(({ call }) => call)).toEqual([end]));
  expect(result.current.selection.on).toBe(false);
});

test('giving up another selection does not stop the run behind it', async () => {
  const { result, sent } = renderBulk({ [get]: run('running', true, null), [end]: '' });
  await waitFor(() => expect(result.current.bulk.run).not.toBeNull());
  act(() => result.current.bulk.show(false));

  act(() => result.current.bulk.close());

  await waitFor(() => expect(result.current.selection.on).toBe(false));
  expect(sent).toEqual([]);
});
