// @vitest-environment happy-dom
import type { DeskFeedbackSummary } from '@baraza/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { officer, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import FeedbackList from './feedback-list-page.tsx';

const row: DeskFeedbackSummary = {
  id: 'f1',
  trackingId: 'FB-26-AAAA01',
  title: 'The form is long',
  category: { id: 'portal', name: 'Portal' },
  createdAt: '2026-11-02T08:00:00.000Z',
  status: 'Pending',
};
const get = 'GET /api/desk/feedback';

/** Opens the list at an address, with these responses. */
function openAt(search: string, answer: unknown) {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}feedback${search}`);
  const server = stubServer({ [get]: answer });
  renderAtDesk(<FeedbackList />, { ...officer, role: 'administrator' });
  return server;
}

const currentTab = () => screen.getAllByRole('link').find((link) => link.hasAttribute('aria-current'))?.textContent;

test('each feedback row links to its feedback and shows whether it awaits a reply', async () => {
  openAt('', { items: [row, { ...row, id: 'f2', title: 'Thanks', status: 'Replied' }], nextCursor: null });

  const link = await screen.findByRole('link', { name: 'The form is long' });
  expect(link.getAttribute('href')).toMatch(/\/feedback\/f1$/u);
  const [, first, second] = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(first).toMatch(/Portal.*Waiting for a reply$/u);
  expect(second).toMatch(/Replied$/u);
  expect(screen.queryByRole('button', { name: /Show more/u })).toBeNull();
});

test('a feedback tab loads only its status and is marked as current', async () => {
  const { requested } = openAt('?status=Pending', { items: [], nextCursor: null });

  expect(await screen.findByText('No feedback was found.')).toBeTruthy();
  expect(requested.at(-1)).toBe('/api/desk/feedback?status=Pending&limit=30');
  expect(currentTab()).toBe('Waiting for a reply');
});

test('an unknown feedback status in the address is ignored', async () => {
  const { requested } = openAt('?status=Lost', { items: [], nextCursor: null });

  await screen.findByText('No feedback was found.');
  expect(requested.at(-1)).toBe('/api/desk/feedback?limit=30');
  expect(currentTab()).toBe('All');
});

test('a feedback search is trimmed and stays within the tab', async () => {
  const { requested } = openAt('?status=Replied', { items: [row], nextCursor: null });
  await screen.findByText(row.title);

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: ' form ' } });

  await waitFor(() => expect(requested.at(-1)).toBe('/api/desk/feedback?q=form&status=Replied&limit=30'));
});

test('Show more appends the next page of feedback', async () => {
  const { requested } = openAt('', { items: [row], nextCursor: 'c2' });

  fireEvent.click(await screen.findByRole('button', { name: /Show more/u }));

  await waitFor(() => expect(screen.getAllByText(row.title)).toHaveLength(2));
  expect(requested.at(-1)).toBe('/api/desk/feedback?limit=30&cursor=c2');
});
