// @vitest-environment happy-dom
import { endpointQuery } from '@baraza/app/api/client';
import { listNotifications, type Notification } from '@baraza/contract/notification/notification';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPortalHook } from '../../lib/testing/render.tsx';
import { useReadComplaint } from './notification.api.ts';

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
  const { queryKey } = endpointQuery(listNotifications, { query: { limit: 50 } });
  const marked: string[] = [];
  let server = unreadOf('first');
  vi.stubGlobal('fetch', async (url: string) => {
    const id = /notification\/(?:mark-as-read\/)?(?<id>\w+)$/u.exec(url)?.groups?.['id'];
    if (id === undefined) return Response.json(server);
    marked.push(id);
    server = unreadOf(...server.items.map((item) => item.id).filter((other) => other !== id));
    return Response.json({});
  });
  client.setQueryData(queryKey, server);
  renderPortalHook(() => useReadComplaint('mine', options), undefined, client);
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));

  server = unreadOf('second', ...server.items.map((item) => item.id));
  act(() => void client.setQueryData(queryKey, server));
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
