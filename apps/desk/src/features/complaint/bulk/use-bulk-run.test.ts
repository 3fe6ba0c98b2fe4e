// @vitest-environment happy-dom
import type { BulkInput, DeskComplaintSummary } from '@baraza/contract';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../../../lib/testing/render.tsx';
import { undoSeconds, useBulkRun } from './use-bulk.ts';

const rows = (count: number, state: DeskComplaintSummary['state'] = 'in_progress') =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index + 1}`, version: 1, state, mda: { id: 'roads' } }));

const assigning = { action: 'assign', assignee: null } as const;
const answering = { action: 'resolve', text: 'It is mended.' } as const;

function begin(count: number, input: Omit<BulkInput, 'items'>, state?: DeskComplaintSummary['state']) {
  const { result, unmount } = renderDeskHook(() => useBulkRun(), undefined);
  const included = rows(count, state) as DeskComplaintSummary[];
  act(() => result.current.begin({ included, leftOut: new Map() }, input));
  const outcomes = () =>
    [...(result.current.run?.outcomes ?? [])].map(([id, { mark, text }]) => [id, mark, text ?? '']);
  return { result, outcomes, unmount };
}

/** Answers each call with success for all that it names. */
const succeed = () => stubServer({ body: rows(30).map(({ id }) => ({ id, ok: true })) });
const itemsOf = (sent: { body: unknown }[]) =>
  sent.map(({ body }) => body as BulkInput).map(({ action, items }) => [action, items.length, items[0]?.version]);
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what only the office reads begins at once, in batches of ten', async () => {
  const sent = succeed();
  const { result } = begin(12, assigning);

  await pass(0);

  expect(itemsOf(sent)).toEqual([
    ['assign', 10, 1],
    ['assign', 2, 1],
  ]);
  expect(result.current.run?.phase).toBe('finished');
});

test('what citizens read begins after ten seconds, and is undone before', async () => {
  const sent = succeed();
  const { result } = begin(1, answering);

  await pass(undoSeconds - 1);
  expect(sent).toEqual([]);
  act(() => result.current.reset());
  await pass(undoSeconds);

  expect(sent).toEqual([]);
  expect(result.current.run).toBeNull();
});

test('whoever leaves before it begins has sent nothing', async () => {
  const sent = succeed();
  const { unmount } = begin(1, answering);

  unmount();
  await pass(undoSeconds);

  expect(sent).toEqual([]);
});

test('stopping keeps what is done and leaves the rest untouched', async () => {
  const { result, outcomes } = begin(25, assigning);
  vi.stubGlobal('fetch', async () => {
    result.current.stop();
    return Response.json(rows(10).map(({ id }) => ({ id, ok: true })));
  });

  await pass(0);

  expect(result.current.run?.phase).toBe('finished');
  expect(outcomes()).toEqual(rows(10).map(({ id }) => [id, 'done', '']));
});

test('a complaint that is refused stops none of the others', async () => {
  const refused = { id: 'c1', ok: false, error: { code: 'STATE_FORBIDS', message: 'It is closed.' } };
  stubServer({ body: [refused, { id: 'c2', ok: true }] });
  const { outcomes } = begin(2, assigning);

  await pass(0);

  expect(outcomes()).toEqual([
    ['c1', 'failed', 'It is closed.'],
    ['c2', 'done', ''],
  ]);
});

test('complaints whose answer was lost are not done', async () => {
  stubServer({ status: 503, body: { code: 'UNAVAILABLE', message: 'Try again later.' } });
  const { outcomes } = begin(1, assigning);

  await pass(0);

  expect(outcomes()).toEqual([['c1', 'failed', 'Try again later.']]);
});

test('what nobody has started is started first, and what is refused there is not answered', async () => {
  const refused = { id: 'c2', ok: false, error: { code: 'VERSION_CONFLICT', message: 'It changed.' } };
  const sent = stubServer({ body: [{ id: 'c1', ok: true }, refused] }, { body: [{ id: 'c1', ok: true }] });
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
