// @vitest-environment happy-dom
import { endSession, queryClient, startSession } from '@baraza/app';
import { entries, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  getOutbox,
  guestOwner,
  outboxStore,
  putItem,
  readOutbox,
  setOwner,
  type OutboxItem,
} from '../outbox/outbox.ts';
import { newComplaint } from '../testing/new-complaint.ts';
import { copies } from './saved-copies.ts';
import { emptyForNext } from './session.ts';

vi.mock('idb-keyval', async () => (await import('../testing/device.ts')).device());

const item = (key: string, account: string): OutboxItem => ({
  ...newComplaint(account),
  key,
  language: 'en',
  savedAt: '2026-01-01T00:00:00.000Z',
  state: 'waiting',
  tries: 0,
});
const receipt = { id: 'c1', trackingId: 'SDP-26-7F3K92', receiptCode: '1234567812345678', promise: '' };

beforeEach(async () => {
  startSession('own');
  setOwner('a1');
  await set('draft:complaint:a1', 'my words');
  await set(`receipt:${receipt.trackingId}`, receipt);
  await putItem(item('k1', 'a1'));
  await putItem(item('k2', guestOwner));
});

test('a log-out keeps guests’ unsent items and receipt codes not yet written down, and deletes the rest', async () => {
  endSession('logout');

  await vi.waitFor(async () => expect(await entries()).toEqual([[`receipt:${receipt.trackingId}`, receipt]]));
  await vi.waitFor(async () => expect((await entries(outboxStore)).map(([key]) => key)).toEqual(['k2']));
  expect(getOutbox().items.map(({ key }) => key)).toEqual(['k2']);
  await readOutbox();
  expect(getOutbox().items.map(({ key }) => key)).toEqual(['k2']);
});

test('an expired session leaves drafts and outbox on the device', async () => {
  endSession('expired');

  expect((await entries()).map(([key]) => key)).toContain('draft:complaint:a1');
  expect(new Set((await entries(outboxStore)).map(([key]) => key))).toEqual(new Set(['k1', 'k2']));
});

test('a page refetches its data when another page or the service worker has sent a form', async () => {
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries');
  await set('k1', { ...item('k1', 'a1'), state: 'sent' }, outboxStore);

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows
  new BroadcastChannel('outbox').postMessage('arrival');

  await vi.waitFor(() => expect(invalidate).toHaveBeenCalledOnce());
  await vi.waitFor(() => expect(getOutbox().items.find(({ key }) => key === 'k1')?.state).toBe('sent'));
});

test('the next account on a device finds no copies, drafts or sent items of the last, and its own stay', async () => {
  await emptyForNext('a1');
  await set('copy of a1', { token: 'old', at: 0, data: 'my words' }, copies);
  await set('draft:answer:c1', 'my words');
  await set('draft:complaint:a2', 'words of the next');
  await set('draft:complaint:guest', 'words of a guest');
  await putItem({ ...item('k3', 'a1'), state: 'sent' });
  endSession('expired');
  startSession('next');
  await set('copy of a2', { token: 'next', at: 0, data: 'words of the next' }, copies);
  await emptyForNext('a2');

  expect((await entries(copies)).map(([key]) => key)).toEqual(['copy of a2']);
  const kept = (await entries()).map(([key]) => key).filter((key) => String(key).startsWith('draft'));
  expect(kept).toEqual(['draft:complaint:a2', 'draft:complaint:guest']);
  expect(new Set((await entries(outboxStore)).map(([key]) => key))).toEqual(new Set(['k1', 'k2']));
});

test('the same account that signs in again finds its drafts', async () => {
  await emptyForNext('a1');
  endSession('expired');
  startSession('again');
  await set('draft:answer:c1', 'my words');

  await emptyForNext('a1');

  expect((await entries()).map(([key]) => key)).toContain('draft:answer:c1');
});
