// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { listFollowedIssues, type KnownIssue } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../../../lib/router/paths.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import KnownIssuePage from './known-issue-page.tsx';

afterEach(() => {
  cleanup();
  endSession('expired');
  vi.unstubAllGlobals();
});

const issue: KnownIssue = {
  id: 'k1',
  mda: { id: 'trains', name: 'Trains' },
  title: 'Ticket machine is broken',
  text: 'A part is ordered.',
  state: 'open',
  promisedDate: '2024-05-20',
  area: null,
  createdDate: '2024-05-08T10:42:00Z',
  closedDate: null,
  followers: 7,
  updates: [],
};

interface Answers {
  readonly at?: string;
  readonly body?: object;
  readonly status?: number;
  readonly followed?: unknown[];
}

/** Opens the page at an address, with a server that responds with this status and body. */
function openPage({ at = paths.knownIssue('k1'), body = issue, status = 200, followed = [] }: Answers = {}) {
  window.history.replaceState(null, '', at);
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (!['GET', 'DELETE'].includes(method)) followed.push({ id: 'k1' });
    if (url.endsWith(listFollowedIssues.path)) return Response.json(followed);
    return Response.json(url.includes('notification') ? { items: [], unread: 0, nextCursor: null } : body, { status });
  });
  renderAtPortal(<KnownIssuePage />, new QueryClient({ defaultOptions: { queries: { retry: false } } }));
}

const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
const failed = () => screen.queryByText('The known issue could not be loaded.');

test('a guest reads a known issue and logs in to follow it', async () => {
  openPage({ at: '/known-issue/k1' });
  expect([headings(), failed()]).toEqual([['Known issue'], null]);

  await screen.findByText('A part is ordered.');

  expect([headings(), failed()]).toEqual([['Ticket machine is broken', 'Updates'], null]);
  expect(screen.getByText('There are no updates yet.')).toBeTruthy();
  // The test has no route, so the id is empty.
  const logIn = screen.getByRole('link', { name: 'Log in to follow this issue' });
  expect(logIn.getAttribute('href')).toBe(paths.knownIssue(''));
  expect(screen.getByText('7 people follow this issue.')).toBeTruthy();
  expect(screen.getByText(/^To be solved by /u)).toBeTruthy();
});

test('a citizen is redirected into the app and can follow the known issue', async () => {
  startSession('token');
  openPage({ at: '/known-issue/k1' });
  expect(window.location.pathname).toBe(paths.knownIssue(''));

  fireEvent.click(await screen.findByRole('button', { name: /^Follow this issue/u }));

  expect(await screen.findByRole('button', { name: /^Stop following/u })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toMatch(/^You follow this issue\./u);
});

test('a solved known issue shows its updates and can no longer be followed', async () => {
  const updates = [{ text: 'The machine works again.', time: '2024-05-09T10:42:00Z' }];
  openPage({ body: { ...issue, state: 'solved', closedDate: '2024-05-09T10:42:00Z', followers: null, updates } });

  expect(await screen.findByText('The machine works again.')).toBeTruthy();
  expect(screen.queryByText('There are no updates yet.')).toBeNull();
  expect(screen.queryByRole('link', { name: /follow/u })).toBeNull();
  expect(screen.getByText('This issue is solved.')).toBeTruthy();
  expect(screen.queryByText(/^To be solved by /u)).toBeNull();
  expect(screen.getByText('Several people follow this issue.')).toBeTruthy();
});

test('a known issue that fails to load shows an error', async () => {
  openPage({ status: 403, body: { code: 'FORBIDDEN', message: 'No.' } });

  expect(await screen.findByText('The known issue could not be loaded.')).toBeTruthy();
  expect(headings()).toContain('Known issue');
});
