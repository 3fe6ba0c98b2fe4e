// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { SessionList } from './session-list.tsx';

const here = { id: 'here', userAgent: '', lastUsedAt: '2026-11-02T08:00:00.000Z', current: true };
const there = { ...here, id: 'there', current: false };

/** Serves the list, and each end with a status; an ended session is not listed again. */
function serve(sessions: (typeof here)[], endStatus = 204) {
  let listed = sessions;
  const ended: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method !== 'DELETE') return Response.json(listed);
    ended.push(url);
    if (endStatus !== 204) return Response.json({ message: 'Not now.', code: 'BUSY' }, { status: endStatus });
    listed = listed.filter(({ current }) => current);
    return new Response(null, { status: 204 });
  });
  return ended;
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('this device cannot be logged out from the list, every other one can', async () => {
  const ended = serve([here, there]);
  renderInApp(<SessionList />);
  expect(await screen.findByText('This device')).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);

  fireEvent.click(screen.getByRole('button', { name: /^Log out there ?: Unknown device$/u }));

  await expect.poll(() => screen.queryAllByRole('button')).toHaveLength(0);
  expect(ended.map((url) => url.split('/').at(-1))).toEqual(['there']);
  // Its row is gone, and the focus with it.
  expect(document.activeElement).toBe(screen.getByRole('list'));
});

test('a session that could not be ended stays in the list, and the reason is shown', async () => {
  serve([here, there], 409);
  renderInApp(<SessionList />);
  fireEvent.click(await screen.findByRole('button'));

  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
});

test('a list of sessions that fails to load shows an error', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ message: 'No.', code: 'BUSY' }, { status: 409 }));
  renderInApp(<SessionList />);
  expect(await screen.findByText('The list could not be loaded.')).toBeTruthy();
});
