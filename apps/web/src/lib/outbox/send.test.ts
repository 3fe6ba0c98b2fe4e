// @vitest-environment happy-dom
import { reportContact, startSession } from '@baraza/app';
import { set } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, deviceStorage, saveDraft, type Draft } from '../draft/draft-store.ts';
import { readSession } from './background-session.ts';
import { getOutbox, outboxStore, putItem, readOutbox, removeItem, setOwner, type OutboxItem } from './outbox.ts';
import { deleteItem, pause, sendWaiting, startOutbox, submit, takeBack, tryNow, undelete } from './send.ts';

vi.mock('idb-keyval', async () => {
  const device = (await import('../testing/device.ts')).device();
  return { ...device, set: vi.fn<typeof device.set>(device.set) };
});

const account = 'a1';
const draft = draftKey('complaint', account);
const content = { values: { title: 'No water' }, files: [], recording: null, submissionKey: 'k1' };
const complaint = {
  kind: 'complaint',
  account,
  title: 'No water',
  office: 'Water',
  body: { title: 'No water' },
  content,
  draft,
  path: '/new',
} as const;
const taken = { id: 'c1', trackingId: 'SDP-26-7F3K92' };
const isOpen = () => true;
const only = () => getOutbox().items[0]!;

/** Responds to submissions with these statuses in turn, repeating the last; returns the keys received. */
function stubServer(...answers: (number | 'lost')[]) {
  const keys: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { headers = {} }: { headers?: Record<string, string> }) => {
    const key = headers['idempotency-key'];
    if (key === undefined) throw new TypeError('network');
    keys.push(key);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer === 'lost') throw new TypeError('network');
    const refused = { message: 'Not so.', code: 'VALIDATION', fields: { title: 'Input too short' } };
    return Response.json(answer < 300 ? taken : refused, { status: answer });
  });
  return keys;
}

beforeEach(() => {
  startSession('token');
  setOwner(account);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
});
afterEach(async () => {
  for (const { key } of getOutbox().items) await removeItem(key);
  reportContact(true);
  vi.unstubAllGlobals();
});

test('a submitted form is stored before it is sent, and counts as sent by its key', async () => {
  const keys = stubServer(201);
  await saveDraft(draft, content);

  expect(await submit(complaint, isOpen)).toEqual(taken);

  expect(vi.mocked(set).mock.calls.find(([key]) => key === 'k1')?.[1]).toMatchObject({ state: 'waiting' });
  expect(keys).toEqual(['k1']);
  expect(only()).toMatchObject({ state: 'sent', trackingId: taken.trackingId, body: {} });
  expect(await deviceStorage.get(draft)).toBeUndefined();
});

test.each(['lost', 401, 408, 429, 500, 503] as const)(
  'a form waits after %s, and is sent again with the same key',
  async (answer) => {
    const keys = stubServer(answer, 201);

    expect(await submit(complaint, isOpen)).toBeUndefined();
    expect(only()).toMatchObject({ state: 'waiting', tries: 1 });

    startSession('token');
    reportContact(true);
    await sendWaiting(true);
    expect(keys).toEqual(['k1', 'k1']);
    expect(only().state).toBe('sent');
  },
);

test('a stored form is not sent for another person or before it is due', async () => {
  stubServer('lost', 201);
  await submit(complaint, isOpen);
  reportContact(true);

  setOwner('somebody else');
  await sendWaiting(true);
  setOwner(account);
  await sendWaiting();
  expect(only().state).toBe('waiting');

  // The clock was a day ahead when the next try was planned.
  await putItem({ ...only(), nextAt: new Date(Date.now() + 86_400_000).toISOString() });
  await sendWaiting();
  expect(only().state).toBe('sent');
});

test('a refused submission returns to its open form', async () => {
  stubServer(400);

  await expect(submit(complaint, isOpen)).rejects.toMatchObject({ status: 400, fields: { title: 'Input too short' } });

  expect(getOutbox().items).toEqual([]);
});

test('a refused submission stays in the outbox when its form was left', async () => {
  stubServer(400);

  await expect(submit(complaint, () => false)).rejects.toThrow('Not so.');

  expect(only().state).toBe('refused');
});

test('a refused submission becomes a draft again with its error, and the present draft is kept', async () => {
  stubServer('lost', 400);
  await submit(complaint, isOpen);
  reportContact(true);
  await sendWaiting(true);
  expect(only()).toMatchObject({
    state: 'refused',
    problem: { message: 'Not so.', fields: { title: 'Input too short' } },
  });
  await saveDraft(draft, { ...content, values: { title: 'Another' }, submissionKey: 'k2' });

  await takeBack(only());

  const back = (await deviceStorage.get(draft)) as Draft;
  expect(back).toMatchObject({ values: { title: 'No water' }, problem: { fields: { title: 'Input too short' } } });
  expect(back.submissionKey).not.toBe('k1');
  expect(only()).toMatchObject({ state: 'refused', title: 'Another', content: { values: { title: 'Another' } } });
});

test('on a full device a form is sent directly, and submitting fails if it cannot be sent', async () => {
  vi.mocked(set).mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  stubServer('lost', 201);

  await expect(submit(complaint, isOpen)).rejects.toThrow('This phone is full. Free some space to keep writing.');
  expect(getOutbox().items).toEqual([]);
  expect(await submit(complaint, isOpen)).toEqual(taken);
  expect(only()).toMatchObject({ state: 'sent', filed: taken });
  vi.mocked(set).mockRestore();
});

test('a form that the device has no space for stays on the page, for its owner only', async () => {
  vi.mocked(set).mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  let answer: ((response: Response) => void) | undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const sent = submit(complaint, isOpen);
  await vi.waitFor(() => expect(answer).toBeDefined());

  await readOutbox();
  expect(only()).toMatchObject({ key: 'k1', state: 'waiting' });
  setOwner('a2');
  await readOutbox();
  expect(getOutbox().items).toEqual([]);

  answer?.(Response.json(taken, { status: 201 }));
  await sent;
  vi.mocked(set).mockRestore();
});

test('a stored form is not sent while another person is signed in, even on request', async () => {
  const keys = stubServer('lost', 201);
  await submit(complaint, isOpen);
  setOwner('a2');

  await sendWaiting(true);
  await tryNow(only());

  expect(keys).toEqual(['k1']);
});

test('a stored form that was edited while it was sent is kept', async () => {
  let answer: ((response: Response) => void) | undefined;
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
  const first = submit({ ...complaint, kind: 'survey' }, isOpen);
  await vi.waitFor(() => expect(answer).toBeDefined());
  await putItem({ ...only(), savedAt: '2099-01-01T00:00:00.000Z', title: 'Newer' });

  answer?.(Response.json({}, { status: 201 }));
  await first;

  expect(only()).toMatchObject({ state: 'refused', title: 'Newer' });
});

test('a paused form of the outbox is sent when resumed, and a deleted one disappears', async () => {
  stubServer('lost', 201);
  await submit(complaint, isOpen);
  reportContact(true);
  await pause(only());
  await sendWaiting(true);
  expect(only().state).toBe('paused');

  await tryNow(only());
  expect(only().state).toBe('sent');
  await deleteItem(only());
  expect(getOutbox().items).toEqual([]);
});

test('a deleted form is sent if its deletion is undone, and stays deleted after a log-out', async () => {
  const keys = stubServer('lost', 201);
  await submit(complaint, isOpen);
  reportContact(true);
  const item = only();
  await deleteItem(item);

  await undelete({ ...item, nextAt: undefined });
  expect(keys).toEqual(['k1', 'k1']);
  expect(only().state).toBe('sent');

  await deleteItem(item);
  setOwner(undefined);
  await undelete(item);
  expect(getOutbox().items).toEqual([]);
});

test('a form sent by another tab is not sent again', async () => {
  const keys = stubServer('lost', 201);
  await submit(complaint, isOpen);
  const mine = only();
  await set(mine.key, { ...mine, state: 'sent' } satisfies OutboxItem, outboxStore);

  await sendWaiting(true);

  expect(keys).toEqual(['k1']);
});

test('a survey whose reply was lost counts as sent when a retry gets 409', async () => {
  const statuses = [0, 409];
  vi.stubGlobal('fetch', async () => {
    const status = statuses.shift()!;
    if (status === 0) throw new TypeError('network');
    return Response.json({ message: 'x', code: 'CONFLICT' }, { status });
  });
  await submit({ ...complaint, kind: 'survey' }, isOpen);
  reportContact(true);

  await sendWaiting(true);

  expect(only().state).toBe('sent');
});

test('the service worker gets the session of this account, and loses it when another begins', async () => {
  const stop = startOutbox(account);
  await vi.waitFor(async () => expect(await readSession()).toEqual({ account, token: 'token' }));

  startSession('of the next');
  await vi.waitFor(async () => expect(await readSession()).toBeUndefined());

  stop();
});

test('a film that the service worker is sending delays no other submission', async () => {
  const request = async (name: string, _: LockOptions, work: (lock: object | null) => Promise<unknown>) =>
    work(name === 'outbox:film' ? null : {});
  vi.stubGlobal('navigator', { onLine: true, locks: { request } });
  const keys = stubServer(201);
  const waiting = { language: 'en', savedAt: '2026-01-01T00:00:00.000Z', state: 'waiting', tries: 1 } as const;
  await putItem({ ...complaint, ...waiting, key: 'film' });
  await putItem({ ...complaint, ...waiting, key: 'k2', kind: 'feedback' });

  expect(await submit(complaint, isOpen)).toEqual(taken);
  await sendWaiting(true);

  expect(keys).toEqual(['k1', 'k2']);
  expect(getOutbox().items.find(({ key }) => key === 'film')?.state).toBe('waiting');
});
