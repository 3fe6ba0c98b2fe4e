import { del, values } from 'idb-keyval';
import { afterEach, expect, test, vi } from 'vitest';
import { keepSession } from '../lib/outbox/background-session.ts';
import { getOutbox, guestOwner, outboxStore, putItem, removeItem, type OutboxItem } from '../lib/outbox/outbox.ts';
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

/** Answers each request so, or loses the line; gives the headers that came. */
function stubServer(status: number | 'lost') {
  const heard: Record<string, string>[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers = {} }: { headers?: Record<string, string> }) => {
    heard.push(headers);
    if (status === 'lost') throw new TypeError('network');
    return Response.json(status < 300 ? taken : { message: 'Not so.', code: 'X', fields: {} }, { status });
  });
  return heard;
}

afterEach(async () => {
  for (const { key } of getOutbox().items) await removeItem(key);
  await keepSession(null);
  vi.unstubAllGlobals();
});

test('what waits is sent under its key, in its language, in the name of whoever is logged in', async () => {
  await keepSession(session);
  await putItem(complaint);
  const heard = stubServer(201);

  await sendOutbox();

  expect(heard).toMatchObject([{ 'idempotency-key': 'k1', 'content-language': 'ha', authorization: 'Bearer own' }]);
  expect(getOutbox().items).toMatchObject([{ state: 'sent', trackingId: taken.trackingId, body: {} }]);
});

test('after a log-out, for somebody else, and while it is paused nothing is sent', async () => {
  const heard = stubServer(201);
  await putItem(complaint);
  await sendOutbox();
  await keepSession({ ...session, account: 'a2' });
  await sendOutbox();
  await keepSession(session);
  await putItem({ ...complaint, state: 'paused' });

  await sendOutbox();

  expect(heard).toEqual([]);
});

test('a log-out while it is sent leaves nothing of it on the device', async () => {
  await keepSession(session);
  await putItem(complaint);
  vi.stubGlobal('fetch', async () => {
    await del(complaint.key, outboxStore);
    return Response.json(taken, { status: 201 });
  });

  await sendOutbox();

  expect(await values(outboxStore)).toEqual([]);
});

test('what a guest filed bears no session, and nothing of it stays once it has arrived', async () => {
  await keepSession(session);
  await putItem({ ...complaint, account: guestOwner });
  const heard = stubServer(201);

  await sendOutbox();

  expect(heard[0]).not.toHaveProperty('authorization');
  expect(getOutbox().items).toEqual([]);
});

test.each([401, 422])('after %d it waits for a page, which hears why', async (status) => {
  await keepSession(session);
  await putItem(complaint);
  stubServer(status);

  await sendOutbox();

  expect(getOutbox().items).toEqual([complaint]);
});

test.each(['lost', 429, 503] as const)('after %s the browser is told to come back', async (answer) => {
  await keepSession(session);
  await putItem(complaint);
  stubServer(answer);

  await expect(sendOutbox()).rejects.toThrow('');

  expect(getOutbox().items).toEqual([complaint]);
});
