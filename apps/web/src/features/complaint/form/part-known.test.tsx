// @vitest-environment happy-dom
import { endSession, startSession } from '@baraza/app';
import { type KnownIssue, unknownMda } from '@baraza/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { PartKnown } from './part-known.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

const mda = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const issue: KnownIssue = {
  id: '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c',
  mda: { id: mda, name: 'Power Works' },
  title: 'Power cut in Lakeside 3',
  text: 'A transformer burnt out.',
  state: 'open',
  promisedDate: '2026-05-20',
  area: { id: 'L-3', name: 'Lagos, Lakeside' },
  createdDate: '2026-05-04T09:00:00Z',
  closedDate: null,
  followers: 312,
  updates: [],
};
let followed: KnownIssue[];
let calls: { url: string; method: string | undefined; body: unknown }[];
let found: KnownIssue[] | undefined;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  [followed, calls, found] = [[], [], [issue]];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    calls.push({ url, method, body });
    if (url === '/api/public/known-issue')
      return found ? Response.json(found) : Promise.reject(new TypeError('network'));
    if (method === 'GET') return Response.json(followed);
    followed = [issue];
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function type(values: { title: string; mda: string; area?: string }): Promise<void> {
  const form = { values: { description: '<p>Quokka</p>', location: 'Wombat Lane', ...values } };
  renderAtPortal(<PartKnown form={form as unknown as ComplaintForm['form']} />);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
}
const asked = () => calls.filter(({ url }) => url === '/api/public/known-issue');

test('a similar known issue is shown and can be followed; only title, MDA and area are sent to find it', async () => {
  startSession('token');
  await type({ title: ' Power cut ', mda, area: 'L-3' });
  expect(screen.getByText('Others have reported this').getAttribute('role')).toBe('status');
  expect(screen.getByText('312 people follow this issue.')).toBeDefined();
  expect(screen.getByText('To be solved by 2026-05-20')).toBeDefined();
  expect(asked().map(({ body }) => JSON.parse(String(body)) as unknown)).toEqual([
    { title: 'Power cut', mda, area: 'L-3' },
  ]);
  expect(screen.getByText('Lagos, Lakeside')).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Follow this issue' }));

  await screen.findByText('You follow this issue and get each update. You do not need to send a complaint.');
  expect(screen.getByRole('link', { name: 'Open the issue' }).getAttribute('href')).toBe(
    `/app/known-issue/${issue.id}`,
  );
  expect(calls).toContainEqual(
    expect.objectContaining({ method: 'PUT', url: `/api/known-issue/${issue.id}/follower` }),
  );
});

test('a guest can read a similar known issue, and learns that following it requires an account', async () => {
  await type({ title: 'Power cut', mda });
  expect(
    screen.getByText('You need an account to follow this issue. You can also continue with your complaint.'),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Follow this issue' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Open the issue' }).getAttribute('href')).toBe(`/known-issue/${issue.id}`);
});

test('pressing ‘Mine is different’ hides the known issue and keeps the focus in its place', async () => {
  await type({ title: 'Power cut', mda });

  fireEvent.click(screen.getByRole('button', { name: 'Mine is different' }));

  expect(screen.queryByText(issue.title)).toBeNull();
  expect(document.activeElement?.getAttribute('tabindex')).toBe('-1');
});

test.each([
  ['a title that is too short', { title: 'Cut', mda }],
  ['no MDA', { title: 'Power cut', mda: '' }],
  ['an unknown office', { title: 'Power cut', mda: unknownMda }],
])('no known issues are requested for %s', async (_, values) => {
  await type(values);
  expect(asked()).toEqual([]);
});

test('no known issue and no error is shown if the request fails', async () => {
  found = undefined;
  await type({ title: 'Power cut', mda });
  expect(asked()).toHaveLength(1);
  expect(screen.queryByText('Others have reported this')).toBeNull();
});
