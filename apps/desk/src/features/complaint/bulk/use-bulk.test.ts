// @vitest-environment happy-dom
import type { BulkInput, DeskComplaintSummary } from '@baraza/contract';
import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { officer, renderDeskHook, inTurn, stubServer } from '../../../lib/testing/render.tsx';
import { undoSeconds, useBulk, useBulkRun } from './use-bulk.ts';
import { useSelection } from './use-selection.ts';

const row = (id: string, state: DeskComplaintSummary['state']) => ({
  id,
  state,
  version: 1,
  mda: { id: 'roads' },
  category: { id: 'lights' },
});
const rows = [row('a', 'received'), row('b', 'received'), row('c', 'resolved')] as DeskComplaintSummary[];

/** Renders a bulk assignment; the last complaint is closed already. */
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

/** Runs the action where the server accepts the first complaint and refuses the second. */
const refuseOne = () =>
  stubServer({
    '*': [
      { id: 'a', ok: true },
      { id: 'b', ok: false, error: { code: 'VERSION_CONFLICT', message: 'It changed.' } },
    ],
  }).calls;

test('each row shows its outcome of the bulk action', async () => {
  refuseOne();
  const bulk = renderBulk();

  await run(bulk);

  expect(bulk.marks()).toEqual(['done', 'failed', 'leftOut']);
  expect(bulk.result.current.bulk.withMark('failed').map(({ id }) => id)).toEqual(['b']);
});

test('trying a bulk action again selects the complaints not done', async () => {
  refuseOne();
  const bulk = renderBulk();
  await run(bulk);

  act(() => bulk.result.current.bulk.again());

  expect(bulk.result.current.selection.chosen.map(({ id }) => id)).toEqual(['b']);
  expect(bulk.result.current.bulk.run).toBeNull();
});

test('closing a bulk action ends the run and the selection', async () => {
  refuseOne();
  const bulk = renderBulk();
  await run(bulk);

  act(() => bulk.result.current.bulk.close());

  expect(bulk.result.current.bulk.run).toBeNull();
  expect(bulk.result.current.selection.on).toBe(false);
});

test('values entered for one bulk action are not sent with another', async () => {
  const sent = refuseOne();
  const bulk = renderBulk();
  act(() => bulk.result.current.bulk.set({ text: 'It is mended' }));

  await run(bulk);

  expect(sent[0]?.body).not.toHaveProperty('text');
});

const many = (count: number, state: DeskComplaintSummary['state'] = 'in_progress') =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index + 1}`, version: 1, state, mda: { id: 'roads' } }));

const assigning = { action: 'assign', assignee: null } as const;
const answering = { action: 'resolve', text: 'It is mended.' } as const;

function begin(count: number, input: Omit<BulkInput, 'items'>, state?: DeskComplaintSummary['state']) {
  const { result, unmount } = renderDeskHook(() => useBulkRun(), undefined);
  const included = many(count, state) as DeskComplaintSummary[];
  act(() => result.current.begin({ included, leftOut: new Map() }, input));
  const outcomes = () =>
    [...(result.current.run?.outcomes ?? [])].map(([id, { mark, text }]) => [id, mark, text ?? '']);
  return { result, outcomes, unmount };
}

/** Responds to each call with success for every complaint. */
const succeed = () => stubServer({ '*': many(30).map(({ id }) => ({ id, ok: true })) }).calls;
const itemsOf = (sent: { body: unknown }[]) =>
  sent.map(({ body }) => body as BulkInput).map(({ action, items }) => [action, items.length, items[0]?.version]);
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

describe('a bulk run', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('an internal bulk action starts at once, in batches of ten', async () => {
    const sent = succeed();
    const { result } = begin(12, assigning);

    await pass(0);

    expect(itemsOf(sent)).toEqual([
      ['assign', 10, 1],
      ['assign', 2, 1],
    ]);
    expect(result.current.run?.phase).toBe('finished');
  });

  test('a bulk action that citizens read starts after ten seconds and can be undone until then', async () => {
    const sent = succeed();
    const { result } = begin(1, answering);

    await pass(undoSeconds - 1);
    expect(sent).toEqual([]);
    act(() => result.current.reset());
    await pass(undoSeconds);

    expect(sent).toEqual([]);
    expect(result.current.run).toBeNull();
  });

  test('leaving the page before a bulk action starts sends nothing', async () => {
    const sent = succeed();
    const { unmount } = begin(1, answering);

    unmount();
    await pass(undoSeconds);

    expect(sent).toEqual([]);
  });

  test('stopping a bulk action keeps finished complaints and leaves the rest untouched', async () => {
    const { result, outcomes } = begin(25, assigning);
    vi.stubGlobal('fetch', async () => {
      result.current.stop();
      return Response.json(many(10).map(({ id }) => ({ id, ok: true })));
    });

    await pass(0);

    expect(result.current.run?.phase).toBe('finished');
    expect(outcomes()).toEqual(many(10).map(({ id }) => [id, 'done', '']));
  });

  test('a refused complaint does not stop the others of a bulk action', async () => {
    const refused = { id: 'c1', ok: false, error: { code: 'STATE_FORBIDS', message: 'It is closed.' } };
    stubServer({ '*': [refused, { id: 'c2', ok: true }] });
    const { outcomes } = begin(2, assigning);

    await pass(0);

    expect(outcomes()).toEqual([
      ['c1', 'failed', 'It is closed.'],
      ['c2', 'done', ''],
    ]);
  });

  test('complaints whose response was lost count as not done', async () => {
    stubServer({ '*': Response.json({ code: 'UNAVAILABLE', message: 'Try again later.' }, { status: 503 }) });
    const { outcomes } = begin(1, assigning);

    await pass(0);

    expect(outcomes()).toEqual([['c1', 'failed', 'Try again later.']]);
  });

  test('unstarted complaints are started first, and those refused at that are not replied to', async () => {
    const refused = { id: 'c2', ok: false, error: { code: 'VERSION_CONFLICT', message: 'It changed.' } };
    const { calls: sent } = stubServer({ '*': inTurn([{ id: 'c1', ok: true }, refused], [{ id: 'c1', ok: true }]) });
    const { outcomes } = begin(2, answering, 'received');

    await pass(undoSeconds);

    expect(itemsOf(sent.filter(({ url }) => url.includes('bulk')))).toEqual([
      ['start', 2, 1],
      ['resolve', 1, 2],
    ]);
    expect(outcomes()).toEqual([
      ['c1', 'done', ''],
      ['c2', 'failed', 'It changed.'],
    ]);
  });
});
