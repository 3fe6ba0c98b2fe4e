// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../router/paths.ts';
import { renderAtPortal } from '../testing/render.tsx';
import { OutboxList } from './outbox-card.tsx';
import { changeOutbox, getOutbox, guestOwner, type OutboxItem, putItem, type Sending } from './outbox.ts';

vi.mock('idb-keyval', async () => (await import('../testing/device.ts')).device());

afterEach(() => {
  cleanup();
  changeOutbox({ items: [], sending: null });
});

const item = (more: Partial<OutboxItem> = {}) =>
  ({
    key: 'k1',
    account: 'ada',
    kind: 'complaint',
    title: 'No water',
    office: 'Water Works',
    draft: 'complaint:ada',
    path: paths.newComplaint,
    savedAt: '2024-05-08T10:42:00Z',
    state: 'waiting',
    tries: 0,
    body: {},
    content: { values: {}, files: [], recording: null },
    ...more,
  }) as unknown as OutboxItem;

function show(items: OutboxItem[], sending: Sending | null = null, onTakenBack?: () => void) {
  changeOutbox({ items, sending });
  renderAtPortal(<OutboxList account={items.at(-1)!.account} onTakenBack={onTakenBack} />);
}

const names = (role: 'button' | 'link') => screen.queryAllByRole(role).map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const card = () => screen.getByRole('article').textContent;

test.each<[string, Partial<OutboxItem>, Sending | null, string[]]>([
  ['is waiting', {}, null, ['Try now', 'Edit', 'Delete']],
  ['is being sent', {}, { key: 'k1', sent: 512, total: 2048 }, ['Pause']],
  ['was paused', { state: 'paused' }, null, ['Try now', 'Edit', 'Delete']],
  ['was refused', { state: 'refused' }, null, ['Correct it', 'Delete']],
  ['has no draft', { draft: undefined }, null, ['Try now', 'Delete']],
  ['belongs to a guest', { account: guestOwner }, null, ['Try now', 'Edit', 'Delete from this phone']],
  [
    'belongs to a guest and may have been received',
    { account: guestOwner, tries: 1 },
    null,
    ['Try now', 'Delete from this phone'],
  ],
  [
    'belongs to a guest and is sent without its files',
    { account: guestOwner, wordsFirst: false },
    null,
    ['Try now', 'Delete from this phone'],
  ],
])('an item of the outbox that %s has its buttons', (_, more, sending, acts) => {
  show([item(more)], sending);

  expect(names('button')).toEqual(acts);
});

test('a sent item of the outbox links to its complaint and shows the tracking ID', () => {
  show([item({ state: 'sent', path: '/app/complaint/1', trackingId: 'SDP-26-7F3K92', follows: 'SDP-26-7F3K92' })]);

  expect([names('button'), names('link')]).toEqual([[], ['View Details']]);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/app/complaint/1');
  expect(screen.getByText(/^Received as SDP-26-7F3K92\./u)).toBeTruthy();
  expect(screen.queryByText(/still on their way/u)).toBeNull();
});

test('an item of the outbox shows its progress while it is sent', () => {
  show([item(), item({ key: 'k2', title: 'No light' })], { key: 'k1', sent: 2_097_152, total: 8_388_608 });

  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Sending 25%' }).value).toBe(25);
  expect(screen.getByText(/^2\.0 MB of 8\.0 MB\. You can leave this page\.$/u)).toBeTruthy();
});

test('the outbox lists items that need attention first, then those being sent, waiting and sent', () => {
  show(
    [
      item({ key: 'of-others', title: 'Of others', account: 'ben' }),
      item({ key: 'sent', title: 'Sent', state: 'sent' }),
      item({ key: 'waits', title: 'Waits' }),
      item({ key: 'goes', title: 'Goes' }),
      item({ key: 'paused', title: 'Paused', state: 'paused' }),
    ],
    { key: 'goes', sent: 0, total: 1 },
  );

  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Paused',
    'Goes',
    'Waits',
    'Sent',
  ]);
});

test('a refused item of the outbox shows the message and each field’s error', () => {
  show([item({ state: 'refused', problem: { message: 'Check it.', fields: { title: 'Too short.' } } })]);

  expect(screen.getByText('Check it. Too short.')).toBeTruthy();
  expect(screen.queryByText(/^Saved on this phone/u)).toBeNull();
});

test('a waiting item of the outbox shows the times of its last and next try', () => {
  show([item({ triedAt: '2024-05-08T10:43:00Z', nextAt: '2024-05-08T10:45:00Z' })]);

  expect(screen.getByText(/^Saved on this phone at .+\. Tried at .+, next try at .+\.$/u)).toBeTruthy();
  cleanup();
  show([item({ triedAt: '2024-05-08T10:43:00Z' })]);
  expect(screen.getByText(/^Saved on this phone at [^.]+\.$/u)).toBeTruthy();
});

test('the outbox hides title and office of a guest’s item, since others may use the phone', () => {
  show([item({ account: guestOwner, follows: 'SDP-26-7F3K92' })]);

  expect(card()).not.toMatch(/No water|Water Works/u);
  expect(screen.getByRole('heading', { name: 'New complaint' })).toBeTruthy();
  expect(screen.getByText(/^Your complaint SDP-26-7F3K92 has arrived\./u)).toBeTruthy();
});

test('editing an item of the outbox opens its form', async () => {
  const takenBack = vi.fn<() => void>();
  await putItem(item());
  show([item()], null, takenBack);

  press('Edit');

  await waitFor(() => expect(takenBack).toHaveBeenCalledOnce());
  expect(window.location.pathname).toBe(paths.newComplaint);
  expect(getOutbox().items).toEqual([]);
});

test('a deleted item disappears from the outbox', async () => {
  await putItem(item());
  show([item()]);

  press('Delete');

  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
  expect(getOutbox().items).toEqual([]);
});
