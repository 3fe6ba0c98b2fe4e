// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useNeighbours } from './use-neighbours.ts';
import type { QueueRows } from './use-queue-rows.ts';

const fetchNextPage = vi.fn<QueueRows['query']['fetchNextPage']>();

function listOf(ids: string, hasNextPage = false): QueueRows {
  const rows = ids.split('').map((id) => ({ id }) as DeskComplaintSummary);
  const query = { hasNextPage, isFetching: false, isFetchNextPageError: false, fetchNextPage };
  return { rows, query } as unknown as QueueRows;
}

function renderNeighbours(list: QueueRows, id: string | undefined) {
  const rendered = renderHook((props: QueueRows) => useNeighbours(props, id), { initialProps: list });
  const ids = () => [rendered.result.current.previous?.id, rendered.result.current.next?.id];
  return { ...rendered, ids };
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

test('the open complaint has the rows before and after it as neighbours', () => {
  expect(renderNeighbours(listOf('abc'), 'b').ids()).toEqual(['a', 'c']);
});

test('a complaint that has left its queue is followed by what stood behind it', () => {
  const { ids, rerender } = renderNeighbours(listOf('abc'), 'b');

  rerender(listOf('ac'));

  expect(ids()).toEqual(['a', 'c']);
});

test('a complaint that was last when it left is followed by the first that waits', () => {
  const { ids, rerender } = renderNeighbours(listOf('abc'), 'c');

  rerender(listOf('ab'));

  expect(ids()).toEqual(['b', 'a']);
});

test('near the end of what is loaded the next page is fetched', () => {
  renderNeighbours(listOf('abcdefgh', true), 'b');
  expect(fetchNextPage).not.toHaveBeenCalled();

  renderNeighbours(listOf('abcdefgh', true), 'f');
  expect(fetchNextPage).toHaveBeenCalled();
});
