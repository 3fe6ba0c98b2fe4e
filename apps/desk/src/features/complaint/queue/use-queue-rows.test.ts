// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { renderDeskHook, stubServer } from '../../../lib/testing/render.tsx';
import { queueOf } from '../queues.ts';
import { holdRows, sameOrder, useQueueRows } from './use-queue-rows.ts';

const row = (id: string, dueAt: string | null = null) => ({ id, dueAt, state: 'in_progress' });
const page = (...items: unknown[]) => ({ body: { items, nextCursor: null } });

async function renderQueue(sort: 'due' | 'latest') {
  const rendered = renderDeskHook(() => useQueueRows(queueOf('mine')!, sort, ''), undefined);
  await waitFor(() => expect(rendered.result.current.query.isSuccess).toBe(true));
  const ids = () => rendered.result.current.rows.map(({ id }) => id);
  return { ...rendered, ids, refresh: () => act(() => rendered.result.current.query.refetch()) };
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('rows follow the server while nobody points at the list', async () => {
  stubServer(page(row('a'), row('b')), page(row('b'), row('a')));
  const { ids, refresh } = await renderQueue('latest');

  await refresh();

  await waitFor(() => expect(ids()).toEqual(['b', 'a']));
});

test('rows keep their places while the list is held, until the newer order is asked for', async () => {
  stubServer(page(row('a'), row('b')), page(row('b'), row('a')));
  const { result, ids, refresh } = await renderQueue('latest');

  act(() => result.current.hold(true));
  await refresh();
  await waitFor(() => expect(result.current.waiting).toBe(true));
  expect(ids()).toEqual(['a', 'b']);

  act(() => result.current.update());
  expect(ids()).toEqual(['b', 'a']);
  expect(result.current.waiting).toBe(false);
});

test('rows by due date are in the order of their groups on the screen', async () => {
  stubServer(page(row('paused'), row('overdue', '2001-01-01T00:00:00Z')));
  const { result, ids } = await renderQueue('due');

  expect(result.current.groups?.map(({ group }) => group)).toEqual(['late', 'later']);
  expect(ids()).toEqual(['overdue', 'paused']);
});

const titled = (id: string, title = id) => ({ id, title });

describe('rows under the pointer', () => {
  const shown = [titled('a'), titled('b'), titled('c')];

  it('are brought up to date in place', () => {
    const held = holdRows(shown, [titled('c'), titled('a', 'new words'), titled('b')]);
    expect(held).toEqual([titled('a', 'new words'), titled('b'), titled('c')]);
  });

  it('stay when they have left the queue, and nothing pushes in above', () => {
    expect(holdRows(shown, [titled('x'), titled('b'), titled('c')]).map((it) => it.id)).toEqual(['a', 'b', 'c']);
  });

  it('a new row between held rows waits until the list is updated', () => {
    const fresh = [titled('a'), titled('x'), titled('b'), titled('c'), titled('d')];
    expect(holdRows(shown, fresh).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('let the next page in at the end', () => {
    const fresh = [titled('x'), titled('a'), titled('b'), titled('c'), titled('d'), titled('e')];
    expect(holdRows(shown, fresh).map((it) => it.id)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('take everything when nothing was shown', () => {
    expect(holdRows([], [titled('x'), titled('y')]).map((it) => it.id)).toEqual(['x', 'y']);
  });
});

it('tells whether the order differs', () => {
  expect(sameOrder([titled('a'), titled('b')], [titled('a', 'z'), titled('b')])).toBe(true);
  expect(sameOrder([titled('a'), titled('b')], [titled('b'), titled('a')])).toBe(false);
  expect(sameOrder([titled('a')], [titled('a'), titled('b')])).toBe(false);
});
