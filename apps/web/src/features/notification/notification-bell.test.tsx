// @vitest-environment happy-dom
import { listNotifications, streamNotifications } from '@baraza/contract/notification/notification';
import { listComplaints } from '@baraza/contract/complaint/complaint';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../lib/testing/render.tsx';
import { NotificationBell } from './notification-bell.tsx';

let line: ReadableStreamDefaultController<Uint8Array>;

/** Renders a citizen's bell with or without a live connection; counts how often its list is read. */
async function renderBell(isLive: boolean) {
  const read = vi.fn<(url: string) => void>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes(streamNotifications.path)) {
      read(url);
      return Response.json({ items: [], unread: 0, nextCursor: null });
    }
    if (!isLive) throw new TypeError('no line');
    return new Response(new ReadableStream<Uint8Array>({ start: (controller) => void (line = controller) }));
  });
  const client = new QueryClient();
  client.setQueryData([listComplaints.path], []);
  renderAtPortal(<NotificationBell />, client);
  await pass(0.1);
  const areComplaintsOld = () => client.getQueryState([listComplaints.path])?.isInvalidated;
  return { client, read, areComplaintsOld };
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an event on the live connection reloads the bell and all complaints', async () => {
  const { client, read, areComplaintsOld } = await renderBell(true);
  client.setQueryData([listComplaints.path], []);
  read.mockClear();

  await act(async () => line.enqueue(new TextEncoder().encode('data: {}\n\n')));

  expect(read).toHaveBeenCalledWith(expect.stringContaining(listNotifications.path));
  expect(areComplaintsOld()).toBe(true);
});

test('changes before the live connection opened are loaded once, after the first screen', async () => {
  const { client, read, areComplaintsOld } = await renderBell(true);
  client.setQueryData([listComplaints.path], []);
  read.mockClear();
  expect(areComplaintsOld()).toBe(false);

  await pass(20);

  expect(read).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(listNotifications.path));
  expect(areComplaintsOld()).toBe(true);
});

test('the bell does not poll while the live connection is open', async () => {
  const { read } = await renderBell(true);
  await pass(20);
  read.mockClear();

  await pass(60);

  expect(read).not.toHaveBeenCalled();
});

test('without a live connection the bell polls every half minute', async () => {
  const { read } = await renderBell(false);
  read.mockClear();

  await pass(60);

  expect(read).toHaveBeenCalledTimes(2);
});
