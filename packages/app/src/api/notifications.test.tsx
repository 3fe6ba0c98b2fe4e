// @vitest-environment happy-dom
import type { Notification } from '@baraza/contract/notification/notification';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refreshNotifications, useReadComplaint } from './notifications.ts';

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
  renderHook(() => useReadComplaint('mine', options), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));

  server = unreadOf('second', ...server.items.map(({ id }) => id));
  await act(() => refreshNotifications(client));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
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
