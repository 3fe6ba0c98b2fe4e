// @vitest-environment happy-dom
import { endpointQuery, endSession, startSession } from '@baraza/app';
import { type FiledComplaint, getUser, type User } from '@baraza/contract';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getOutbox, putItem, removeItem, type OutboxItem } from '../../../lib/outbox/outbox.ts';
import { newComplaint } from '../../../lib/testing/new-complaint.ts';
import { renderAtPortal } from '../../../lib/testing/render.tsx';
import { UnsentComplaints } from '../list/unsent-complaints.tsx';
import { Receipt } from './receipt-strip.tsx';
import { focusNextReceipt } from './receipt.ts';

vi.mock('idb-keyval', async () => (await import('../../../lib/testing/device.ts')).device());

const waiting = (account = 'ada', savedAt = '2026-01-01T00:00:00.000Z'): OutboxItem => ({
  ...newComplaint(account),
  key: savedAt,
  language: 'en',
  savedAt,
  state: 'waiting',
  tries: 1,
});
const facts = {
  mda: { id: 'w', name: 'Water Works' },
  submittedDate: '2026-01-01T09:00:00.000Z',
  startDueDay: '2026-01-07',
  dueDay: '2026-01-19',
};
const sent = (item: OutboxItem): OutboxItem => ({
  ...item,
  state: 'sent',
  sentAt: item.savedAt,
  filed: { id: 'c1', trackingId: 'SDP-26-7F3K92', title: item.title, promise: 'signed', ...facts } as FiledComplaint,
});

function renderReceipt() {
  startSession('token');
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(endpointQuery(getUser).queryKey, { id: 'ada' } as User);
  renderAtPortal(<Receipt />, client);
}
const title = () => screen.queryByRole('heading', { level: 2 })?.textContent;
const put = (item: OutboxItem) => act(async () => void (await putItem(item)));

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined)));
afterEach(async () => {
  cleanup();
  endSession('expired');
  for (const { key } of getOutbox().items) await removeItem(key);
  vi.unstubAllGlobals();
});

test('a submitted complaint is shown as kept on the phone, and as its receipt once somebody has sent it', async () => {
  await putItem(waiting());
  renderReceipt();
  expect(title()).toBe('Kept on this phone, will be sent');

  await put(sent(waiting()));

  expect(title()).toBe('Complaint submitted successfully!');
  expect(screen.getAllByText('SDP-26-7F3K92').length).toBeGreaterThan(0);
});

test('the receipt says what happens next, with the day of the answer', async () => {
  await putItem(sent(waiting()));
  renderReceipt();

  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Pending, since 2026-01-01Water Works has it.',
    'Work starts by 2026-01-07We tell you.',
    'Answer by 2026-01-19If it is late, its supervisor is told.',
    'You say if it is solved',
  ]);
});

test('a complaint that was refused while it waited says why', async () => {
  const problem = { message: 'Input too short', fields: {} };
  await putItem({ ...waiting(), state: 'refused', problem });

  renderReceipt();

  expect([title(), screen.queryByText('Input too short')]).toEqual(['Needs your attention', expect.anything()]);
});

test('a receipt stays until it is closed, and then uncovers a complaint that still waits', async () => {
  await putItem(waiting('ada', '2026-01-01T00:00:00.000Z'));
  await putItem(sent(waiting('ada', '2026-01-02T00:00:00.000Z')));
  renderReceipt();
  expect(title()).toBe('Complaint submitted successfully!');

  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close the receipt' })));

  expect(title()).toBe('Kept on this phone, will be sent');
});

test('the receipt of another person on the device is not shown', async () => {
  await putItem(sent(waiting('efua')));

  renderReceipt();

  expect(title()).toBeUndefined();
});

test('the receipt takes the focus right after submitting only', async () => {
  await putItem(waiting());
  renderReceipt();
  expect(document.activeElement).toBe(document.body);
  cleanup();

  focusNextReceipt();
  renderReceipt();

  expect(document.activeElement).toBe(screen.getByRole('heading'));
});

test('the list of complaints begins with those that wait on the phone', () => {
  renderAtPortal(<UnsentComplaints items={[waiting()]} />);

  expect(screen.getByRole('list', { name: 'Not sent yet' }).textContent).toContain(
    'No waterWaterWaits for a connection',
  );
});
