import { del, values } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { keepSession } from '../lib/outbox/background-session.ts';
import {
  getOutbox,
  guestOwner,
  onArrival,
  outboxStore,
  putItem,
  removeItem,
  type OutboxItem,
} from '../lib/outbox/outbox.ts';
import { sendOutbox } from './send-outbox.ts';

vi.mock('idb-keyval', async () => (await import('../lib/testing/device.ts')).device());

const session = { account: 'a1', token: 'own' };
const complaint: OutboxItem = {
  key: 'k1',
  kind: 'complaint',
  account: session.account,
  title: 'No water',
  office: 'Water',
  language: 'ha',
  body: { title: 'No water' },
  content: { values: {}, files: [], recording: null, submissionKey: 'k1' },
  path: '/new',
  savedAt: '2026-01-01T00:00:00.000Z',
  state: 'waiting',
  tries: 1,
};
const taken = { id: 'c1', trackingId: 'SDP-26-7F3K92', receiptCode: '1' };

/** Responds to each request with a status, or fails; returns the headers received. */
function stubServer(status: number | 'lost') {
  const receivedHeaders: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers = {} }: { headers?: Record<string, string> }) => {
    receivedHeaders.push(headers);
    if (status === 'lost') throw new TypeError('network');
    return Response.json(status < 300 ? taken : { message: 'Not so.', code: 'X', fields: {} }, { status });
  });
  return receivedHeaders;
}

afterEach(async () => {
  for (const { key } of getOutbox().items) await removeItem(key);
  await keepSession(null);
  vi.unstubAllGlobals();
});

test('the service worker sends a waiting form with its key, its language and the session', async () => {
  await keepSession(session);
  await putItem(complaint);
  const receivedHeaders = stubServer(201);

  await sendOutbox();

  expect(receivedHeaders).toMatchObject([
    { 'idempotency-key': 'k1', 'content-language': 'ha', authorization: 'Bearer own' },
  ]);
  expect(getOutbox().items).toMatchObject([{ state: 'sent', trackingId: taken.trackingId, body: {}, filed: taken }]);
});

test.each([session.account, guestOwner])(
  'the service worker notifies open pages when a form of %s has arrived',
  async (account) => {
    const onArrived = vi.fn<() => void>();
    onArrival(onArrived);
    await keepSession(session);
    await putItem({ ...complaint, account });
    stubServer(201);

    await sendOutbox();

    expect(onArrived).toHaveBeenCalledOnce();
  },
);

test('the service worker sends no form after a log-out, for another person or while paused', async () => {
  const receivedHeaders = stubServer(201);
  await putItem(complaint);
  await sendOutbox();
  await keepSession({ ...session, account: 'a2' });
  await sendOutbox();
  await keepSession(session);
  await putItem({ ...complaint, state: 'paused' });

  await sendOutbox();

  expect(receivedHeaders).toEqual([]);
});

test('a log-out while the service worker sends a form leaves nothing of it on the device', async () => {
  await keepSession(session);
  await putItem(complaint);
  vi.stubGlobal('fetch', async () => {
    await del(complaint.key, outboxStore);
    return Response.json(taken, { status: 201 });
  });

  await sendOutbox();

  expect(await values(outboxStore)).toEqual([]);
});

test('the service worker sends a guest’s complaint without a session and deletes it once received', async () => {
  await keepSession(session);
  await putItem({ ...complaint, account: guestOwner });
  const receivedHeaders = stubServer(201);

  await sendOutbox();

  expect(receivedHeaders[0]).not.toHaveProperty('authorization');
  expect(getOutbox().items).toEqual([]);
});

test.each([401, 422])(
  'a form that the server refuses with %d waits in the outbox until a page is open',
  async (status) => {
    await keepSession(session);
    await putItem(complaint);
    stubServer(status);

    await sendOutbox();

    expect(getOutbox().items).toEqual([complaint]);
  },
);

test.each(['lost', 429, 503] as const)(
  'the service worker’s sending rejects after %s, so that the browser retries',
  async (answer) => {
    await keepSession(session);
    await putItem(complaint);
    stubServer(answer);

    await expect(sendOutbox()).rejects.toThrow('');

    expect(getOutbox().items).toEqual([complaint]);
  },
);
