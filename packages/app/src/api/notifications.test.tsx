// @vitest-environment happy-dom
import { countComplaints, listNotifications, type Notification } from '@baraza/contract';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { endpointQuery } from './client.ts';
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

/** Opens a complaint with one unread notification; a second arrives. Returns those marked as read. */
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

test('opening a complaint from a list marks its updates as read', async () => {
  expect(await readWith({ byNotification: false, isOnScreen: true })).toEqual(['first', 'second']);
});

test('a complaint opened by a notification leaves its other notifications unread', async () => {
  expect(await readWith({ byNotification: true, isOnScreen: false })).toEqual([]);
});

test('a reply that arrives while its complaint is open is marked as read once it is on the screen', async () => {
  expect(await readWith({ byNotification: true, isOnScreen: true })).toEqual(['second']);
});

test('marking notifications as read refreshes them and the cards and counts of updates', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url.replace(/\?.*$/u, '')}`);
    return Response.json(method === 'PUT' ? { unread: 0 } : unreadOf('a'));
  });
  const { result } = renderAppHook(() => ({
    list: useNotifications(),
    counts: useQuery({ ...endpointQuery(countComplaints) }),
    one: useMarkNotification(),
    all: useMarkNotifications(),
  }));
  await waitFor(() => expect(result.current.list.isSuccess && result.current.counts.isSuccess).toBe(true));
  for (const mark of [() => result.current.one.mutate('a'), () => result.current.all.mutate('mine')]) {
    asked.splice(0);

    act(mark);

    await waitFor(() =>
      expect(asked).toEqual([
        expect.stringMatching(/^PUT /u),
        ...[countComplaints, listNotifications].map(({ path }) => `GET /api${path}`),
      ]),
    );
  }
});
