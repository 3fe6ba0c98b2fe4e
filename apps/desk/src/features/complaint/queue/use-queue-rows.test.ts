// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inTurn, renderDeskHook, stubServer } from '../../../lib/testing/render.tsx';
import { queueOf } from '../queues.ts';
import { holdRows, sameOrder, useQueueRows } from './use-queue-rows.ts';

const row = (id: string, dueAt: string | null = null) => ({ id, dueAt, state: 'in_progress' });
const page = (...items: unknown[]) => ({ items, nextCursor: null });

async function renderQueue(sort: 'due' | 'latest') {
  const rendered = renderDeskHook(() => useQueueRows(queueOf('mine')!, sort, ''), undefined);
  await waitFor(() => expect(rendered.result.current.query.isSuccess).toBe(true));
  const ids = () => rendered.result.current.rows.map(({ id }) => id);
  return { ...rendered, ids, refresh: () => act(() => rendered.result.current.query.refetch()) };
}

test('rows of a queue follow the server while its order is not held', async () => {
  stubServer({ '*': inTurn(page(row('a'), row('b')), page(row('b'), row('a'))) });
  const { ids, refresh } = await renderQueue('latest');

  await refresh();

  await waitFor(() => expect(ids()).toEqual(['b', 'a']));
});

test('rows of a queue whose order is held keep their places until the newer order is requested', async () => {
  stubServer({ '*': inTurn(page(row('a'), row('b')), page(row('b'), row('a'))) });
  const { result, ids, refresh } = await renderQueue('latest');

  act(() => result.current.hold(true));
  await refresh();
  await waitFor(() => expect(result.current.waiting).toBe(true));
  expect(ids()).toEqual(['a', 'b']);

  act(() => result.current.update());
  expect(ids()).toEqual(['b', 'a']);
  expect(result.current.waiting).toBe(false);
});

test('rows of a queue sorted by due date follow the order of their groups', async () => {
  stubServer({ '*': page(row('paused'), row('overdue', '2001-01-01T00:00:00Z')) });
  const { result, ids } = await renderQueue('due');

  expect(result.current.groups?.map(({ group }) => group)).toEqual(['late', 'later']);
  expect(ids()).toEqual(['overdue', 'paused']);
});

const alike = (id: string, leader: string, dueAt: string | null = null) => ({
  ...row(id, dueAt),
  stack: { leader, people: 2 },
});

test('rows that look alike stand behind the first of them, which alone is shown until their stack is opened', async () => {
  const late = '2001-01-01T00:00:00Z';
  stubServer({ '*': page(row('z', late), alike('a', 'a', late), alike('b', 'a'), row('c')) });
  const { result, ids } = await renderQueue('due');
  const shown = () => result.current.shown.map(({ id }) => id).join('');
  expect([ids().join(''), shown()]).toEqual(['zabc', 'zac']);
  // The stack is in the group of its first row.
  expect(result.current.groups?.map(({ stacks }) => stacks.length)).toEqual([2, 1]);
  expect(['z', 'a', 'b'].map((id) => result.current.shownAs(id))).toEqual(['z', 'a', 'a']);
  expect(['z', 'a'].map((id) => result.current.membersOf(id))).toEqual([['z'], ['a', 'b']]);

  act(() => expect(result.current.turnStack('a', true)).toBe('a'));

  expect(shown()).toBe('zabc');
  expect(['a', 'b'].map((id) => result.current.shownAs(id))).toEqual(['a', 'b']);
  expect(result.current.membersOf('a')).toEqual(['a']);
  // From a row within.
  act(() => expect(result.current.turnStack('b', false)).toBe('a'));
  expect(shown()).toBe('zac');
  act(() => expect(result.current.turnStack('z', true)).toBeUndefined());
});

const titled = (id: string, title = id) => ({ id, title });

const shown = [titled('a'), titled('b'), titled('c')];

test('rows of a queue whose order is held are updated in place', () => {
  const held = holdRows(shown, [titled('c'), titled('a', 'new words'), titled('b')]);
  expect(held).toEqual([titled('a', 'new words'), titled('b'), titled('c')]);
});

test('a queue whose order is held keeps rows that left it, and adds none above', () => {
  expect(holdRows(shown, [titled('x'), titled('b'), titled('c')]).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
});

test('a new row waits until a queue whose order is held is updated', () => {
  const fresh = [titled('a'), titled('x'), titled('b'), titled('c'), titled('d')];
  expect(holdRows(shown, fresh).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});

test('the next page is appended to a queue whose order is held', () => {
  const fresh = [titled('x'), titled('a'), titled('b'), titled('c'), titled('d'), titled('e')];
  expect(holdRows(shown, fresh).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('an empty queue whose order is held takes all rows', () => {
  expect(holdRows([], [titled('x'), titled('y')]).map(({ id }) => id)).toEqual(['x', 'y']);
});

test('two queues count as equal if they have the same rows in the same order', () => {
  expect(sameOrder([titled('a'), titled('b')], [titled('a', 'z'), titled('b')])).toBe(true);
  expect(sameOrder([titled('a'), titled('b')], [titled('b'), titled('a')])).toBe(false);
  expect(sameOrder([titled('a')], [titled('a'), titled('b')])).toBe(false);
});
