import {
  listNotifications,
  login,
  logout,
  markNotification,
  markNotificationByGet,
  programMessage,
  streamNotifications,
  submitComplaint,
} from '@baraza/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Person } from '../../../../test/support/people.ts';
import { createTestApp, type TestApp } from '../../../../test/support/server/app.ts';
import { type EventLine, openEventLine } from '../../../../test/support/server/event-lines.ts';
import { insertNotification } from './notification.store.ts';

let api: TestApp;
let address: string;
let mda: string;
let category: string;
let citizen: Person;
let complaintId: string;
const lines: EventLine[] = [];

beforeAll(async () => {
  api = await createTestApp();
  address = await api.app.listen({ host: '127.0.0.1', port: 0 });
  mda = (await api.mda()).id;
  category = await api.category();
});
afterAll(async () => {
  for (const line of lines) line.close();
  // The client keeps a spare connection for some seconds.
  api.app.server.closeAllConnections();
  await api.close();
});
beforeEach(async () => {
  citizen = await api.citizen();
  complaintId = await fileComplaint(citizen);
});

async function fileComplaint(by: Person): Promise<string> {
  const incidentDate = api.clock.now().toISOString().slice(0, 10);
  const texts = { title: 'No water', description: '<p>The tap is dry.</p>', location: 'Here', incidentDate };
  return (await by.call(submitComplaint, { form: { mda, category, ...texts } })).id;
}

function notify(title: string, to = citizen, about = complaintId): Promise<string> {
  api.clock.advance(1_000);
  return insertNotification(api.services.db, {
    accountId: to.id,
    complaintId: about,
    title,
    body: `${title}, it says.`,
    at: api.clock.now(),
  });
}

/** Waits until the notification arrives, which may be later than it is stored. */
async function notifyAndHear(title: string): Promise<void> {
  let forget = () => {};
  const heard = new Promise<void>((resolve) => (forget = api.services.live.subscribe(citizen.id, () => resolve())));
  await notify(title);
  await heard;
  forget();
}

async function open(person: Person): Promise<EventLine> {
  const line = await openEventLine(`${address}/api/notification/stream`, person.token);
  lines.push(line);
  return line;
}

/** Signs the same person in again. */
async function again(person: Person): Promise<Person> {
  const { token } = await api.call(login, { body: { email: person.email, password: person.password, type: 'user' } });
  return { ...person, token };
}

const idOf = ({ data }: { data: unknown }) => (data as { id?: string }).id;

describe('the list', () => {
  test('the list of notifications has only the caller’s, newest first, and counts unread ones', async () => {
    for (const title of ['one', 'two', 'three']) await notify(title);
    const other = await api.citizen();
    await notify('not yours', other, await fileComplaint(other));

    const first = await citizen.call(listNotifications, { query: { limit: 2 } });
    expect(first.items.map((it) => it.title)).toEqual(['three', 'two']);
    expect(first.items[0]).toEqual({
      id: expect.any(String),
      complaintId,
      title: 'three',
      body: 'three, it says.',
      time: expect.stringMatching(/^\d{4}-.*Z$/u),
      read: false,
    });
    const second = await citizen.call(listNotifications, { query: { limit: 2, cursor: first.nextCursor ?? '' } });
    expect(second).toMatchObject({ items: [{ title: 'one' }], nextCursor: null, unread: 3 });
    expect(first.unread).toBe(3);
  });

  test('the list of notifications refuses a made-up cursor', async () => {
    const asked = citizen.call(listNotifications, { query: { cursor: 'nonsense' } });
    await expect(asked).rejects.toMatchObject({ status: 400, fields: { cursor: programMessage.cursor } });
  });

  test('the list of notifications is open to everybody who reads complaints', async () => {
    const administrator = await api.staff('administrator');
    await expect(administrator.call(listNotifications)).rejects.toMatchObject({ status: 403 });
    await expect(api.call(listNotifications)).rejects.toMatchObject({ status: 401 });
  });
});

describe.each([
  ['GET', markNotificationByGet],
  ['PUT', markNotification],
] as const)('marking as read by %s', (_method, mark) => {
  test('marking a notification as read twice changes nothing more', async () => {
    const id = await notify('one');
    await notify('two');
    for (const _time of [1, 2]) {
      expect(await citizen.call(mark, { params: { id } })).toMatchObject({ id, title: 'one', read: true });
      expect(await citizen.call(listNotifications)).toMatchObject({
        unread: 1,
        items: [{ read: false }, { read: true }],
      });
    }
  });

  test('marking a notification of another account as read has no effect', async () => {
    const id = await notify('one');
    const other = await api.citizen();
    await expect(other.call(mark, { params: { id } })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
    await expect(citizen.call(mark, { params: { id: complaintId } })).rejects.toMatchObject({ status: 404 });
    await expect(citizen.call(mark, { params: { id: '1' } })).rejects.toMatchObject({ status: 400 });
    expect(await citizen.call(listNotifications)).toMatchObject({ unread: 1 });
  });
});

test.each([
  [{ 'sec-fetch-site': 'cross-site' }, 403, 1],
  [{ 'sec-fetch-site': 'same-site' }, 403, 1],
  [{ 'sec-fetch-mode': 'navigate' }, 403, 1],
  [{ 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch' }, 403, 1],
  [{ purpose: 'prefetch' }, 403, 1],
  [{ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, 200, 0],
])('the GET that marks a notification as read, sent with the headers %o, gets %i', async (headers, status, unread) => {
  const url = `/api/notification/mark-as-read/${await notify('one')}`;
  const reply = await api.app.inject({ url, headers: { authorization: `Bearer ${citizen.token}`, ...headers } });
  expect(reply.statusCode).toBe(status);
  expect(await citizen.call(listNotifications)).toMatchObject({ unread });
});

describe('the live line', () => {
  test('the live connection sends new notifications to their account only', async () => {
    await notifyAndHear('before');
    const [line, other] = [await open(citizen), await open(await api.citizen())];
    expect([line.status, line.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const id = await notify('live');
    expect((await line.next()).data).toEqual({ id });
    const ids = [await notify('a'), await notify('b'), await notify('c')];
    const heard = [idOf(await line.next()), idOf(await line.next()), idOf(await line.next())];
    expect(new Set(heard)).toEqual(new Set(ids));
    await expect(Promise.race([other.next(), pause(100)])).resolves.toBeUndefined();
  });

  test('the live connection sends an event without an ID when some may have been missed', async () => {
    const heard: ((id?: string) => void)[] = [];
    const subscribe = vi.spyOn(api.services.live, 'subscribe');
    onTestFinished(() => subscribe.mockRestore());
    subscribe.mockImplementation((_, listener) => (heard.push(listener), () => {}));
    const line = await open(citizen);
    heard[0]?.();
    expect((await line.next()).data).toEqual({});
  });

  test('the live connection for notifications is open to citizens, up to twelve at once', async () => {
    const officer = await api.officer(mda);
    await expect(officer.call(streamNotifications)).rejects.toMatchObject({ status: 403 });
    await expect(api.call(streamNotifications)).rejects.toMatchObject({ status: 401 });
    const own = await Promise.all(Array.from({ length: 12 }, () => open(citizen)));
    await expect(citizen.call(streamNotifications)).rejects.toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    own[0]?.close();
    await expect.poll(async () => (await open(citizen)).status).toBe(200);
  });

  test('the live connection for notifications is kept open by comments and ends with its session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const other = await createTestApp();
    try {
      const [person, neighbour] = [await other.citizen(), await other.citizen()];
      const url = `${await other.app.listen({ host: '127.0.0.1', port: 0 })}/api/notification/stream`;
      const [line, next] = [await openEventLine(url, person.token), await openEventLine(url, neighbour.token)];
      vi.advanceTimersByTime(20_000);
      await expect.poll(() => [line.comments(), next.comments()]).toEqual([1, 1]);
      await other.pool.query('delete from session where account_id = $1', [person.id]);
      vi.advanceTimersByTime(20_000);
      await line.ended;
      await expect.poll(() => [line.comments(), next.comments()]).toEqual([1, 2]);
      next.close();
    } finally {
      vi.useRealTimers();
      await other.close();
    }
  });

  test('the live connection sends nothing after its session was ended', async () => {
    const [stolen, kept] = [await open(citizen), await open(await again(citizen))];
    await citizen.call(logout);
    const id = await notify('after the end');
    expect(await Promise.race([stolen.ended.then(() => 'ended'), stolen.next().then(() => 'event')])).toBe('ended');
    expect(idOf(await kept.next())).toBe(id);
  });

  test('the live connection for notifications ends when the server stops', async () => {
    const other = await createTestApp();
    const person = await other.citizen();
    const url = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const line = await openEventLine(`${url}/api/notification/stream`, person.token);
    await other.close();
    await expect(line.ended).resolves.toBeUndefined();
  });
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
