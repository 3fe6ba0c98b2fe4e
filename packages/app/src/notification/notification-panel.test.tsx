// @vitest-environment happy-dom
import type { Notification } from '@baraza/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { NotificationsQuery } from '../api/notifications.ts';
import { renderInApp } from '../testing/render.tsx';
import NotificationPanel from './notification-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const at = '2026-05-04T09:00:00Z';
const about = (id: string, complaintId: string, read = false): Notification => {
  return { id, complaintId, title: id, body: complaintId, time: at, read };
};

test('several unread updates of a complaint are one entry with their number, and opening it marks all of them', async () => {
  const marked: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method?: string; body?: string } = {}) => {
    if (method === 'PUT') marked.push([url, body]);
    return Response.json({ unread: 0 });
  });
  const items = [
    about('newest', 'a'),
    about('other', 'b'),
    about('older', 'a'),
    about('oldest', 'a'),
    about('seen', 'a', true),
  ];
  const query = { data: { items, unread: 4 } } as NotificationsQuery;
  renderInApp(<NotificationPanel query={query} linkOf={() => '/'} onClose={() => {}} />);

  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);

  expect(
    entries.map((text) => [/newest|older|oldest|other|seen/u.exec(text)?.[0], /\d updates/u.exec(text)?.[0]]),
  ).toEqual([
    ['newest', '3 updates'],
    ['other', undefined],
    ['seen', undefined],
  ]);
  fireEvent.click(screen.getByText('newest'));
  await vi.waitFor(() =>
    expect(marked).toEqual([['/api/notification/mark-as-read', JSON.stringify({ complaint: 'a' })]]),
  );
});
