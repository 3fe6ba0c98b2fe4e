// @vitest-environment happy-dom
import { getToken, startSession } from '@baraza/app';
import { deleteAccount } from '@baraza/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { changeOutbox, guestOwner, type OutboxItem, putItem, readOutbox } from '../../../lib/outbox/outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import DeleteAccountDialog from './delete-account-dialog.tsx';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

afterEach(cleanup);

/** Stores submitted items on the device, as before the page reads the outbox. */
async function submit(...items: Pick<OutboxItem, 'account' | 'state'>[]): Promise<void> {
  for (const [index, item] of items.entries())
    await putItem({ ...item, key: String(index), savedAt: '', content: { files: [] } } as unknown as OutboxItem);
  changeOutbox({ items: [] });
}

test('the delete dialog does not warn about items that arrived or were submitted without an account', async () => {
  await submit({ account: 'ada', state: 'sent' }, { account: guestOwner, state: 'waiting' });
  renderAtPortal(<DeleteAccountDialog onClose={() => undefined} />);

  await screen.findByRole('dialog', { name: 'Delete your account?' });
  await act(readOutbox);

  expect(screen.queryByText(/not arrived yet/u)).toBeNull();
});

test('the delete dialog warns that unsent items are lost, and links to the outbox', async () => {
  await submit({ account: 'ada', state: 'waiting' }, { account: 'ada', state: 'refused' });
  const close = vi.fn<() => void>();
  renderAtPortal(<DeleteAccountDialog onClose={close} />);

  await screen.findByText(/^2 things you submitted have not arrived yet\. They are deleted from this device/u);
  const link = screen.getByRole('link', { name: 'Send first' });
  expect(link.getAttribute('href')).toBe(paths.outbox);
  fireEvent.click(link);

  expect(close).toHaveBeenCalledOnce();
  expect(window.location.pathname).toBe(paths.outbox);
});

test('deleting the account with the password opens the log-in, from where Back leads nowhere', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    sent.push([method, url, body]);
    return Response.json({});
  });
  window.history.replaceState(null, '', paths.profile);
  startSession('token');
  renderAtPortal(<DeleteAccountDialog onClose={() => undefined} />);
  const yes = await screen.findByRole<HTMLButtonElement>('button', { name: /^Delete for good/u });
  expect(yes.disabled).toBe(true);
  const screens = window.history.length;

  fireEvent.change(screen.getByLabelText(/^Your password/u), { target: { value: 'long enough' } });
  fireEvent.click(yes);

  await waitFor(() => expect(window.location.pathname).toBe(paths.login));
  expect(window.history.state).toMatchObject({ state: { note: 'account-deleted' } });
  expect([window.history.length, getToken()]).toEqual([screens, null]);
  expect(sent).toContainEqual([
    'POST',
    `/api${deleteAccount.path}`,
    JSON.stringify({ currentPassword: 'long enough' }),
  ]);
});
