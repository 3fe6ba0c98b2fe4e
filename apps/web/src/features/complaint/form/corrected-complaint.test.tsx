// @vitest-environment happy-dom
import { endpointQuery, startSession } from '@baraza/app';
import { getUser, listComplaintCategories, listMdas } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { draftKey } from '../../../lib/draft/draft-store.ts';
import { OutboxList } from '../../../lib/outbox/outbox-card.tsx';
import { getOutbox, removeItem, setOwner } from '../../../lib/outbox/outbox.ts';
import { submit } from '../../../lib/outbox/send.ts';
import { paths } from '../../../lib/router/paths.ts';
import { newComplaint } from '../../../lib/testing/new-complaint.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { blankComplaint } from './complaint-values.ts';
import NewComplaintPage from './new-complaint-page.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const account = 'a1';
const mda = '0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b';
const refusal = {
  message: 'Please check what you wrote.',
  code: 'VALIDATION_FAILED',
  fields: { location: 'There is no such road.' },
};

afterEach(async () => {
  cleanup();
  for (const { key } of getOutbox().items) await removeItem(key);
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

/** Submits a complaint whose place the server rejects after the form was left. */
async function submitRefused(): Promise<void> {
  startSession('token');
  setOwner(account);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) =>
    url === '/api/complaint' && method === 'POST'
      ? Response.json(refusal, { status: 400 })
      : new Promise<Response>(() => undefined),
  );
  const values = {
    ...blankComplaint,
    mda,
    title: 'No water',
    description: '<p>The tap is dry.</p>',
    location: 'Hil Rd',
  };
  const item = { ...newComplaint(account), draft: draftKey('complaint', account), path: paths.newComplaint };
  const content = { ...item.content, values };
  await submit({ ...item, content }, () => false).catch(() => undefined);
}

function renderForm(): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(getUser).queryKey, { id: account } as never);
  client.setQueryData(endpointQuery(listMdas).queryKey, [
    { id: mda, name: 'Water Works', logo: null, committee: [], isJurisdictionAllowed: 0, identityAccess: 'assigned' },
  ]);
  client.setQueryData(endpointQuery(listComplaintCategories).queryKey, []);
  renderAtPortal(<NewComplaintPage />, client);
}

const field = (label: RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const describedBy = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

test('a complaint refused for one field reopens in its form with its values and that error', async () => {
  await submitRefused();
  renderAtPortal(<OutboxList account={account} />);
  expect(screen.getByText('Needs your attention')).toBeTruthy();
  expect(screen.getByText(/There is no such road\./u)).toBeTruthy();

  fireEvent.click(screen.getByRole('button', { name: 'Correct it' }));

  await waitFor(() => expect(window.location.pathname).toBe(paths.newComplaint));
  expect(getOutbox().items).toEqual([]);
  cleanup();
  renderForm();
  const place = await field(/^Where did this happen/u);
  await waitFor(() => expect(place.getAttribute('aria-invalid')).toBe('true'));
  expect(place.value).toBe('Hil Rd');
  expect(describedBy(place)).toContain('There is no such road.');
  const title = await field(/^Subject\/Title/u);
  expect(title.value).toBe('No water');
  expect(title.getAttribute('aria-invalid')).toBeNull();
});
