// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { officer, renderDeskHook, stubServer } from '../../../lib/testing/render.tsx';
import { useBulk, useBulkRun } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

const row = (id: string, state: DeskComplaintSummary['state']) => ({
  id,
  state,
  version: 1,
  mda: { id: 'roads' },
  category: { id: 'lights' },
});
const rows = [row('a', 'received'), row('b', 'received'), row('c', 'resolved')] as DeskComplaintSummary[];

/** Assigns complaints of which the last one is closed already. */
function renderBulk() {
  const { result } = renderDeskHook(() => {
    const selection = useSelection(rows);
    return { selection, bulk: useBulk(selection, useBulkRun()) };
  }, undefined);
  act(() => result.current.selection.turn(true));
  act(() => result.current.selection.choose(['a', 'b', 'c']));
  act(() => result.current.bulk.choose('assign'));
  act(() => result.current.bulk.set({ assignee: officer.id }));
  const marks = () => rows.map(({ id }) => result.current.bulk.markOf(id));
  return { result, marks };
}

const run = ({ result }: ReturnType<typeof renderBulk>) => {
  act(() => result.current.bulk.begin());
  return waitFor(() => expect(result.current.bulk.run?.phase).toBe('finished'));
};

/** The server takes the first complaint and refuses the second. */
const refuseOne = () =>
  stubServer({
    body: [
      { id: 'a', ok: true },
      { id: 'b', ok: false, error: { code: 'VERSION_CONFLICT', message: 'It changed.' } },
    ],
  });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a complaint that does not allow the action is left out before anything is sent', () => {
  const { marks } = renderBulk();

  expect(marks()).toEqual([undefined, undefined, 'leftOut']);
});

test('a row is marked with what became of it', async () => {
  refuseOne();
  const bulk = renderBulk();

  await run(bulk);

  expect(bulk.marks()).toEqual(['done', 'failed', 'leftOut']);
  expect(bulk.result.current.bulk.withMark('failed').map(({ id }) => id)).toEqual(['b']);
});

test('trying again selects what was not done', async () => {
  refuseOne();
  const bulk = renderBulk();
  await run(bulk);

  act(() => bulk.result.current.bulk.again());

  expect(bulk.result.current.selection.chosen.map(({ id }) => id)).toEqual(['b']);
  expect(bulk.result.current.bulk.run).toBeNull();
});

test('closing ends the run and the selecting', async () => {
  refuseOne();
  const bulk = renderBulk();
  await run(bulk);

  act(() => bulk.result.current.bulk.close());

  expect(bulk.result.current.bulk.run).toBeNull();
  expect(bulk.result.current.selection.on).toBe(false);
});

test('what is filled in for one action does not go with another', async () => {
  const sent = refuseOne();
  const bulk = renderBulk();
  act(() => bulk.result.current.bulk.set({ text: 'It is mended' }));

  await run(bulk);

  expect(sent[0]?.body).not.toHaveProperty('text');
});
