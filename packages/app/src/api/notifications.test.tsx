// @vitest-environment happy-dom
import type { Notification } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderAppHook } from '../testing/render.tsx';
import {
  refreshNotifications,
  useMarkNotification,
  useMarkNotifications,
  useNotifications,
  useReadComplaint,
} from './notifications.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const unreadOf = (...ids: string[]) => ({
  items: ids.map((id) => ({ id, complaintId: 'mine', read: false }) as Notification),
  unread: ids.length,
  nextCursor: null,
});

/** A complaint with one unread notification is opened; a second one comes in. Answers which were marked as read. */
async function readWith(options: { byNotification: boolean; isOnScreen: boolean }): Promise<string[]> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const marked: string[] = [];
  let server = unreadOf('first');
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method !== 'PUT') return Response.json(server);
    const ids = body?.includes('"complaint":"mine"') ? server.items.map(({ id }) => id) : [url.split('/').at(-1) ?? ''];
    marked.push(...ids);
    server = unreadOf(...server.items.map(({ id }) => id).filter((id) => !ids.includes(id)));
    return Response.json({ unread: server.unread });
  });
  renderAppHook(() => useReadComplaint('mine', options), client);
  await act(() => new Promise((resolve) => setTimeout(resolve, 120)));

  server = unreadOf('second', ...server.items.map(({ id }) => id));
  await act(() => refreshNotifications(client));
  await act(() => new Promise((resolve) => setTimeout(resolve, 120)));
  return marked;
}

test('a complaint opened from a list has what is new about it marked as read', async () => {
  expect(await readWith({ byNotification: false, isOnScreen: true })).toEqual(['first', 'second']);
});

test('a complaint opened by a notification leaves its other notifications unread', async () => {
  expect(await readWith({ byNotification: true, isOnScreen: false })).toEqual([]);
});

test('a reply that comes in while the complaint is open is marked only when it was on the screen', async () => {
  expect(await readWith({ byNotification: true, isOnScreen: true })).toEqual(['second']);
});

/** Three unread notifications on the screen; `answer` says what becomes of each marking. */
async function renderList(answer: () => Promise<Response>) {
  const items = ['a', 'b', 'c'].map((id) => ({ id, complaintId: id === 'c' ? 'other' : 'mine', read: false }));
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit = {}) =>
    method === 'PUT' ? answer() : Response.json({ items, unread: 3, nextCursor: null }),
  );
  const { result } = renderAppHook(() => ({
    list: useNotifications(),
    one: useMarkNotification(),
    all: useMarkNotifications(),
  }));
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  const shown = () => {
    const { items: present = [], unread } = result.current.list.data ?? {};
    return [present.flatMap(({ id, read }) => (read ? [] : [id])).join(''), unread];
  };
  return { result, shown };
}

const unanswered = () => new Promise<Response>(() => undefined);

test('a notification counts as read before the server has answered', async () => {
  const { result, shown } = await renderList(unanswered);

  act(() => result.current.one.mutate('b'));

  await waitFor(() => expect(shown()).toEqual(['ac', 2]));
});

test('all notifications about a complaint count as read, and those about others stay', async () => {
  const { result, shown } = await renderList(unanswered);

  act(() => result.current.all.mutate('mine'));

  await waitFor(() => expect(shown()).toEqual(['c', 1]));
});

test('a notification that could not be marked is unread again', async () => {
  const { result, shown } = await renderList(() => Promise.reject(new TypeError('no line')));

  act(() => result.current.one.mutate('b'));

  await waitFor(() => expect(result.current.one.isError).toBe(true));
  await waitFor(() => expect(shown()).toEqual(['abc', 3]));
});
