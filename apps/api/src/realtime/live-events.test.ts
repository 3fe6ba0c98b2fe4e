import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { logout } from '@baraza/contract';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { announce } from './announce.ts';
import { heartbeat, openLiveEvents } from './live-events.ts';

const test = sharedTestApp();
let port: number;
beforeAll(async () => {
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});

it('a listener gets its account’s events once they are committed, until it unsubscribes', async () => {
  const received: (string | undefined)[] = [];
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const end = test.services.live.subscribe(mine, (id) => received.push(id));
  await announce(test.services.db, other, 'theirs');
  const undone = test.services.db.transaction(async (tx) => {
    await announce(tx, mine, 'rolled back');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await announce(test.services.db, mine, 'mine');
  await expect.poll(() => received).toEqual(['mine']);
  end();
  const after: (string | undefined)[] = [];
  const endAfter = test.services.live.subscribe(mine, (id) => after.push(id));
  await announce(test.services.db, mine, 'later');
  await expect.poll(() => after).toEqual(['later']);
  endAfter();
  expect(received).toEqual(['mine']);
});

it('after a lost database connection listeners learn that events may have been missed', async () => {
  const received: (string | undefined)[] = [];
  const account = crypto.randomUUID();
  const end = test.services.live.subscribe(account, (id) => received.push(id));
  await test.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where (query like 'listen %' or query = '${heartbeat}') and datname = current_database()`,
  );
  await expect.poll(() => test.services.live.connectionId()).toBeUndefined();
  await expect.poll(() => received, { timeout: 8_000 }).toEqual([undefined]);
  await announce(test.services.db, account, 'again');
  await expect.poll(() => received).toEqual([undefined, 'again']);
  end();
});

it('stopping the live events while they reconnect leaves no connection behind', async () => {
  const clients: pg.Client[] = [];
  let opened = () => {};
  const second = new Promise<void>((resolve) => (opened = resolve));
  const connect = () => {
    const client = new pg.Client(test.pool.options);
    clients.push(client);
    if (clients.length === 2) setImmediate(opened);
    return client;
  };
  const live = await openLiveEvents(connect, test.services.log);
  await clients[0]?.end();
  await second;
  await live.stop();
  await expect(clients[1]?.query('select 1')).rejects.toThrow(/closed|not queryable/);
});

it(
  'a database connection that stops responding counts as lost, though its socket looks open',
  { timeout: 30_000, tags: 'full' },
  async () => {
    const clients: pg.Client[] = [];
    const connect = () => {
      const client = new pg.Client(test.pool.options);
      clients.push(client);
      return client;
    };
    const live = await openLiveEvents(connect, test.services.log);
    onTestFinished(() => live.stop());
    const before = live.connectionId();
    expect(before).toBeDefined();
    Object.assign(clients[0]!, { query: () => new Promise(() => {}) });
    await expect.poll(() => live.connectionId(), { timeout: 15_000 }).toBeUndefined();
    await expect.poll(() => live.connectionId(), { timeout: 8_000 }).toBeDefined();
    expect(live.connectionId()).not.toBe(before);
  },
);

const open = (citizen: Person, signal: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/api/notification/stream`, {
    headers: { authorization: `Bearer ${citizen.token}` },
    signal,
  });

it('an account may have 12 live connections at once, and the next gets 429', async () => {
  const citizen = await test.citizen();
  const abort = new AbortController();
  const streams = [];
  for (let count = 0; count < 12; count += 1) streams.push(await open(citizen, abort.signal));
  expect(streams[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(streams[0]?.headers.get('cache-control')).toBe('no-store');
  expect(streams[0]?.headers.get('x-content-type-options')).toBe('nosniff');
  const tooMany = await open(citizen, abort.signal);
  expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '60']);
  abort.abort();
  await expect
    .poll(async () => {
      const again = new AbortController();
      const { status } = await open(citizen, again.signal);
      again.abort();
      return status;
    })
    .toBe(200);
});

it('the notification stream requires a session', async () => {
  const citizen = await test.citizen();
  await citizen.call(logout);
  expect((await open(citizen, new AbortController().signal)).status).toBe(401);
});
