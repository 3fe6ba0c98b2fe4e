// @vitest-environment happy-dom
import type { DeskComplaintSummary } from '@baraza/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { neighbour, useNeighbours } from './use-neighbours.ts';
import type { QueueRows } from './use-queue-rows.ts';

const fetchNextPage = vi.fn<QueueRows['query']['fetchNextPage']>();

function listOf(ids: string, hasNextPage = false): QueueRows {
  const rows = ids.split('').map((id) => ({ id }) as DeskComplaintSummary);
  const query = { hasNextPage, isFetching: false, isFetchNextPageError: false, fetchNextPage };
  return { rows, query } as unknown as QueueRows;
}

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client }, children);

function renderNeighbours(list: QueueRows, id: string | undefined) {
  const rendered = renderHook((props: QueueRows) => useNeighbours(props, id), { initialProps: list, wrapper });
  const ids = () => [rendered.result.current.previous?.id, rendered.result.current.next?.id];
  return { ...rendered, ids };
}

afterEach(() => {
  vi.clearAllMocks();
  client.clear();
});

test('the open complaint has the rows before and after it as neighbours', () => {
  expect(renderNeighbours(listOf('abc'), 'b').ids()).toEqual(['a', 'c']);
});

test('a complaint that left its queue is followed by the row behind its place', () => {
  const { ids, rerender } = renderNeighbours(listOf('abc'), 'b');

  rerender(listOf('ac'));

  expect(ids()).toEqual(['a', 'c']);
});

test('a complaint that was last when it left is followed by the first row', () => {
  const { ids, rerender } = renderNeighbours(listOf('abc'), 'c');

  rerender(listOf('ab'));

  expect(ids()).toEqual(['b', 'a']);
});

test('a complaint answered seconds ago does not come next', () => {
  client.setQueryData(['held-replies', 'c'], [{ until: Date.now() + 5000 }]);
  client.setQueryData(['held-replies', 'd'], [{ until: Date.now() - 1 }]);

  expect(renderNeighbours(listOf('abcd'), 'b').ids()).toEqual(['a', 'd']);
});

test('the next page of a queue is fetched near the end of the loaded rows', () => {
  renderNeighbours(listOf('abcdefgh', true), 'b');
  expect(fetchNextPage).not.toHaveBeenCalled();

  renderNeighbours(listOf('abcdefgh', true), 'f');
  expect(fetchNextPage).toHaveBeenCalled();
});

const row = (id: string, title = id) => ({ id, title });

test('the neighbour of a row that left the queue is the next one that is still there', () => {
  const before = [row('a'), row('b'), row('c'), row('d')];
  const rows = [row('x'), row('a'), row('d', 'new words')];
  expect(neighbour(rows, 'b', 1, before)).toEqual(row('d', 'new words'));
  expect(neighbour(rows, 'c', -1, before)?.id).toBe('a');
  expect(neighbour([row('a')], 'd', 1, before)).toBeNull();
  expect(neighbour(rows, 'a', 1, before)?.id).toBe('d');
});
