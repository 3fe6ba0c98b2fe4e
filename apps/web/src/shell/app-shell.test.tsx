// @vitest-environment happy-dom
import { endpointQuery, endSession, getToken, startSession } from '@baraza/app';
import { getUser, type User } from '@baraza/contract/account/account';
import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  changeOutbox,
  getOutbox,
  isOwner,
  type OutboxItem,
  putItem,
  readOutbox,
  removeItem,
} from '../lib/outbox/outbox.ts';
import { renderAtPortal } from '../lib/testing/render.tsx';
import { AppShell } from './app-shell.tsx';

vi.mock('idb-keyval', async () => (await import('../lib/testing/device.ts')).device());

beforeAll(() => import('../lib/outbox/send.ts').then(() => undefined));
beforeEach(() => {
  startSession('token');
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
});
afterEach(() => {
  cleanup();
  endSession('expired');
  vi.unstubAllGlobals();
});

function openPortal() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(getUser).queryKey, { id: 'ada', first_name: 'Ada' } as User);
  return renderAtPortal(<AppShell>The screen</AppShell>, client);
}

const touch = () => fireEvent.pointerDown(document);

test('an item that waits is sent though nobody has touched the page', async () => {
  await putItem({
    key: 'a',
    account: 'ada',
    savedAt: '',
    state: 'sent',
    content: { files: [] },
  } as unknown as OutboxItem);
  changeOutbox({ items: [] });

  openPortal();

  await waitFor(() => expect(isOwner('ada')).toBe(true));
  await removeItem('a');
});

test('the outbox of a citizen is sent only while they are signed in', async () => {
  const { unmount } = openPortal();
  touch();
  await waitFor(() => expect(isOwner('ada')).toBe(true));

  unmount();

  expect(isOwner('ada')).toBe(false);
});

test('a citizen who leaves before the outbox code loads has nothing sent', async () => {
  openPortal().unmount();

  await import('../lib/outbox/send.ts');
  await Promise.resolve();

  expect(isOwner('ada')).toBe(false);
});

test('the log-out dialog counts all unsent forms, also paused and refused ones', async () => {
  const { findByText, getAllByRole } = openPortal();
  touch();
  await waitFor(() => expect(isOwner('ada')).toBe(true));
  for (const state of ['waiting', 'paused', 'refused', 'sent'] as const)
    await putItem({
      key: state,
      account: 'ada',
      savedAt: '',
      state,
      content: { files: [] },
    } as unknown as OutboxItem);
  // As at the start, when the page has not read the outbox yet.
  changeOutbox({ items: [] });

  fireEvent.click(getAllByRole('button', { name: 'Logout' })[0]!);

  await findByText(/^3 things you submitted have not arrived yet\./u);
});

test('choosing Stay in the log-out dialog keeps unsent forms and the session', async () => {
  const { findByRole, getAllByRole, queryByRole } = openPortal();
  touch();
  await waitFor(() => expect(isOwner('ada')).toBe(true));
  const item = { key: 'kept', account: 'ada', savedAt: '', state: 'paused', content: { files: [] } };
  await putItem(item as unknown as OutboxItem);
  fireEvent.click(getAllByRole('button', { name: 'Logout' })[0]!);
  const calls = vi.fn<typeof fetch>(() => new Promise<Response>(() => undefined));
  vi.stubGlobal('fetch', calls);

  fireEvent.click(await findByRole('button', { name: 'Stay' }));

  await waitFor(() => expect(queryByRole('dialog')).toBeNull());
  expect(calls).not.toHaveBeenCalled();
  expect(getToken()).toBe('token');
  await readOutbox();
  expect(getOutbox().items.map(({ key }) => key)).toContain('kept');
});
