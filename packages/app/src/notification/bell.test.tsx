// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { NotificationsQuery } from '../api/notifications.ts';
import { renderInApp } from '../testing/render.tsx';
import { Bell } from './bell.tsx';

const bell = (unread?: number) => (
  <Bell
    query={{ data: unread === undefined ? undefined : { items: [], unread } } as NotificationsQuery}
    linkOf={String}
  />
);
const said = () => screen.getByRole('status').textContent;

afterEach(cleanup);

test('notifications unread from the start are not announced', () => {
  const { rerender } = renderInApp(bell());

  rerender(bell(3));

  expect(said()).toBe('');
});

test('notifications that arrive while the page is open are announced', () => {
  const { rerender } = renderInApp(bell(3));

  rerender(bell(5));

  expect(said()).toBe('2 new notifications');
});

test('reading a notification announces nothing', () => {
  const { rerender } = renderInApp(bell(3));

  rerender(bell(2));

  expect(said()).toBe('');
});
