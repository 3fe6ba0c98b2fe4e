// @vitest-environment happy-dom
import type { DeskKnownIssue } from '@baraza/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, isDialogOpen, press } from '../../../lib/testing/press.ts';
import { officer, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import KnownIssues from './known-issue-page.tsx';

const me = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const issue: DeskKnownIssue = {
  id: 'i1',
  mda: { id: 'water', name: 'Water' },
  title: 'No water in Ikeja',
  text: 'A main broke.',
  state: 'open',
  promisedDate: '2026-12-05',
  area: null,
  createdDate: '2026-11-02T08:00:00.000Z',
  closedDate: null,
  followers: 12,
  updates: [],
  owner: { id: me, name: 'Ada Obi' },
  version: 2,
};
const get = 'GET /api/desk/known-issue';
const post = 'POST /api/desk/known-issue/i1/update';

/** Opens the page as a supervisor, with these responses. */
function open(answers: Record<string, unknown> = {}, role: 'officer' | 'supervisor' = 'supervisor') {
  const server = stubServer({ [get]: [issue], ...answers });
  renderAtDesk(<KnownIssues />, { ...officer, id: me, role });
  return server;
}

test('an open known issue shows its promised day and can be edited, a solved one cannot', async () => {
  const solved = { ...issue, id: 'i2', title: 'Dark street', state: 'solved', closedDate: '2026-11-20T08:00:00.000Z' };
  open({ [get]: [issue, solved, { ...issue, id: 'i3', title: 'Flood', promisedDate: null }] });

  const link = await screen.findByRole('link', { name: issue.title });
  expect(link.getAttribute('href')).toBe('/known-issue/i1');
  const rows = screen.getAllByRole('row').slice(1);
  const days = rows.map((row) => row.querySelector('[data-th="State"]')?.textContent);
  expect(days).toEqual(['To be solved by 2026-12-05', 'Solved on 2026-11-20', 'Open']);
  expect(rows.map((row) => row.querySelectorAll('button').length)).toEqual([2, 1, 2]);
});

test.each([
  ['stays open', '', false],
  ['is solved', 'solved', true],
])('the dialog publishes an update that the known issue %s, and closes', async (_, choice, solved) => {
  const { sent } = open({ [post]: issue, 'GET /api/desk/complaint/total': { total: 0 } });
  await press(`Write an update ${issue.title}`);
  expect(screen.getByText('12 people are notified in the portal and by email.')).toBeTruthy();
  fill(/^Public text/u, ' It runs again. ');
  fill(/^After this update/u, choice);

  await press(/^Publish/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  expect(sent).toEqual([{ call: post, body: { text: 'It runs again.', solved } }]);
});

test('a known issue is saved with the version that was shown, and a cleared day as null', async () => {
  const patch = 'PATCH /api/desk/known-issue/i1';
  const { sent } = open({ [patch]: issue, 'GET /api/desk/colleague': [] });
  await press(`Edit ${issue.title}`);
  fill(/^To be solved by/u, '');

  await press(/^Save/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const { title, text } = issue;
  expect(sent).toEqual([{ call: patch, body: { version: 2, title, text, owner: me, promisedDate: null, area: null } }]);
});

test('the page of known issues says when there are none', async () => {
  open({ [get]: [] });

  expect(await screen.findByText('There are no known issues yet.')).toBeTruthy();
});

test('officers are led to the complaints of a known issue, and change nothing', async () => {
  open({}, 'officer');

  const link = await screen.findByRole('link', { name: `Open ones ${issue.title}` });
  expect(link.getAttribute('href')).toContain('/complaint/open?knownIssue=i1');
  expect(screen.queryAllByRole('button', { name: /^(?:Edit|Write an update)/u })).toEqual([]);
});

test('closing a known issue offers to resolve its open complaints with the last update', async () => {
  const solved = { ...issue, state: 'solved', updates: [{ text: 'It runs again.', time: issue.createdDate }] };
  const pages = [
    { items: [{ id: 'c1', version: 3 }], nextCursor: 'more' },
    { items: [{ id: 'c2', version: 1 }], nextCursor: null },
  ];
  const { sent } = open({
    [post]: solved,
    'GET /api/desk/complaint/total': { total: 2 },
    'GET /api/desk/complaint': () => pages.shift(),
    'POST /api/desk/bulk-run': {},
  });
  await press(`Write an update ${issue.title}`);
  fill(/^Public text/u, 'It runs again.');
  fill(/^After this update/u, 'solved');
  await press(/^Publish/u);

  await press(/^Resolve all 2/u);

  await waitFor(() => expect(isDialogOpen()).toBe(false));
  const items = [
    { id: 'c1', version: 3 },
    { id: 'c2', version: 1 },
  ];
  const body = { id: expect.any(String), action: 'resolve', outcome: 'solved', text: 'It runs again.', items };
  expect(sent.at(-1)).toEqual({ call: 'POST /api/desk/bulk-run', body });
});
