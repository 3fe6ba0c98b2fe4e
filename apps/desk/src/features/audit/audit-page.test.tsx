// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fill, press } from '../../lib/testing/press.ts';
import { officer, refusal, renderAtDesk, stubServer } from '../../lib/testing/render.tsx';
import AuditTrail from './audit-page.tsx';

const actor = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const get = 'GET /api/desk/audit';
const none = { items: [], nextCursor: null };

/** Opens the audit trail at an address, with these responses. */
function openAt(search: string, answers: Record<string, unknown> = {}, role: typeof officer.role = 'oversight') {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}audit${search}`);
  const server = stubServer({ [get]: none, ...answers });
  renderAtDesk(<AuditTrail />, { ...officer, role });
  return server;
}

test('audit filters are read from the address, and unknown ones are dropped', async () => {
  const { requested } = openAt('?who=ada&group=staff&outcome=maybe');

  expect(await screen.findByText('Nothing was found.')).toBeTruthy();
  expect(requested.at(-1)).toBe('/api/desk/audit?who=ada&group=staff&limit=50');
  expect(screen.getByLabelText<HTMLInputElement>('Staff, by name or email').value).toBe('ada');
  expect(screen.getByLabelText<HTMLSelectElement>('About').value).toBe('staff');
  expect(screen.getByLabelText<HTMLSelectElement>('Outcome').value).toBe('');
});

test('audit filters go to the address trimmed, and keep a person chosen by a link', async () => {
  const { requested } = openAt(`?actor=${actor}`);
  await screen.findByText('Nothing was found.');
  expect(screen.getByText('Only one person is shown.')).toBeTruthy();
  fill('Tracking ID', ' SDP-26-7F3K92 ');
  fill('Outcome', 'refused');

  await press(/^Show/u);

  const search = `?actor=${actor}&outcome=refused&object=SDP-26-7F3K92`;
  await waitFor(() => expect(window.location.search).toBe(search));
  await waitFor(() => expect(requested.at(-1)).toContain(`${search.slice(1)}&limit=50`));
});

test('clearing audit filters empties all fields, sent or not', async () => {
  openAt('');
  fill('Tracking ID', 'SDP-26');

  fireEvent.click(screen.getByText('Clear filters'));

  expect(screen.getByLabelText<HTMLInputElement>('Tracking ID').value).toBe('');
  expect(screen.queryByText('Only one person is shown.')).toBeNull();
});

test('an audit export uses the filters of the address, and a failed one says why', async () => {
  const { requested } = openAt('?outcome=refused', { 'GET /api/desk/audit/export': refusal(503, 'Try again later.') });
  await screen.findByText('Nothing was found.');
  expect(screen.queryByRole('alert')).toBeNull();

  await press(/Export as CSV/u);

  expect((await screen.findByRole('alert')).textContent).toBe('Try again later.');
  expect(requested.at(-1)).toBe('/api/desk/audit/export?outcome=refused');
});

test.each([
  ['supervisor', /^A record of who did what in your MDA/u],
  ['administrator', /^A record of who did what, and/u],
] as const)('the intro of the audit trail tells the %s which trail it is', (role, words) => {
  openAt('', {}, role);

  expect(screen.getByText(words)).toBeTruthy();
});
