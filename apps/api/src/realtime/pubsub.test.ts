import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { logout } from '@baraza/contract';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../test/support/server/app.ts';
import { announce, heartbeat, startPubSub } from './pubsub.ts';

let test: TestApp;
let port: number;
beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  port = (test.app.server.address() as AddressInfo).port;
});
afterAll(() => test.close());

it('tells the account that is meant, when the transaction commits', async () => {
  const heard: (string | undefined)[] = [];
  const [mine, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const end = test.services.live.subscribe(mine, (id) => heard.push(id));
  await announce(test.services.db, other, 'theirs');
  const undone = test.services.db.transaction(async (tx) => {
    await announce(tx, mine, 'rolled back');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await announce(test.services.db, mine, 'mine');
  await expect.poll(() => heard).toEqual(['mine']);
  end();
  const after: (string | undefined)[] = [];
  const endAfter = test.services.live.subscribe(mine, (id) => after.push(id));
  await announce(test.services.db, mine, 'later');
  await expect.poll(() => after).toEqual(['later']);
  endAfter();
  expect(heard).toEqual(['mine']);
});

it('remembers for how long there was no news', async () => {
  const { live, db } = test.services;
  const [mine, other, mda] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const reader = (mdaId: string | null) => ({ readerId: mine, mdaId });
  const heard: string[] = [];
  const ends = [
    live.subscribe(mine, () => heard.push('mine')),
    live.followComplaints(reader(mda), () => heard.push('mda')),
    live.followComplaints(reader(null), () => heard.push('any')),
  ];
  expect(live.quietFor({ accountId: mine })).toBeGreaterThan(0);
  // The clock stands still but where it is moved: what is told apart here may be heard within the same moment.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(Math.ceil(performance.now()));
  onTestFinished(() => clock.mockRestore());
  const pass = (milliseconds: number) => clock.mockReturnValue(performance.now() + milliseconds);
  pass(1_000);
  await announce(db, mine, 'mine');
  await expect.poll(() => heard).toEqual(['mine']);
  pass(3_000);
  await db.execute(sql`select pg_notify('complaint', ${`${mda} ${crypto.randomUUID()}`})`);
  await expect.poll(() => heard).toEqual(['mine', 'mda', 'any']);
  pass(7_000);
  expect(live.quietFor(reader(mda))).toBe(7_000);
  expect(live.quietFor(reader(null))).toBe(7_000);
  expect(live.quietFor({ accountId: mine })).toBe(10_000);
  // Since it listens at all.
  expect(live.quietFor({ accountId: other })).toBeGreaterThan(11_000);
  for (const end of ends) end();
});

it('comes back when its connection is lost, and says that something may have been missed', async () => {
  const heard: (string | undefined)[] = [];
  const account = crypto.randomUUID();
  const end = test.services.live.subscribe(account, (id) => heard.push(id));
  await test.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where query in ('listen notification', '${heartbeat}') and datname = current_database()`,
  );
  // Whatever happens now is not heard of.
  await expect.poll(() => test.services.live.quietFor({ accountId: account })).toBe(0);
  await expect.poll(() => heard, { timeout: 8_000 }).toEqual([undefined]);
  await announce(test.services.db, account, 'again');
  await expect.poll(() => heard).toEqual([undefined, 'again']);
  end();
});

it('leaves no connection behind when it is stopped while it opens a new one', async () => {
  const clients: pg.Client[] = [];
  let opened = () => {};
  const second = new Promise<void>((resolve) => (opened = resolve));
  const connect = () => {
    const client = new pg.Client(test.pool.options);
    clients.push(client);
    if (clients.length === 2) setImmediate(opened);
    return client;
  };
  const live = await startPubSub(connect, test.services.log);
  await clients[0]?.end();
  await second;
  await live.stop();
  await expect(clients[1]?.query('select 1')).rejects.toThrow(/closed|not queryable/);
});

it('counts a connection that answers no more as lost, though it looks open', async () => {
  const clients: pg.Client[] = [];
  const connect = () => {
    const client = new pg.Client(test.pool.options);
    clients.push(client);
    return client;
  };
  const live = await startPubSub(connect, test.services.log);
  onTestFinished(() => live.stop());
  const before = live.connectionId();
  expect(before).toBeDefined();
  Object.assign(clients[0]!, { query: () => new Promise(() => {}) });
  await expect.poll(() => live.connectionId(), { timeout: 15_000 }).toBeUndefined();
  await expect.poll(() => live.connectionId(), { timeout: 8_000 }).toBeDefined();
  expect(live.connectionId()).not.toBe(before);
}, 30_000);

const open = (citizen: Person, signal: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}/api/notification/stream`, {
    headers: { authorization: `Bearer ${citizen.token}` },
    signal,
  });

it('keeps a line open with the headers of every answer, for so many at once and no more', async () => {
  const citizen = await test.citizen();
  const abort = new AbortController();
  const lines = [];
  for (let count = 0; count < 12; count += 1) lines.push(await open(citizen, abort.signal));
  expect(lines[0]?.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(lines[0]?.headers.get('cache-control')).toBe('no-store');
  expect(lines[0]?.headers.get('x-content-type-options')).toBe('nosniff');
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

it('opens no line without a session', async () => {
  const citizen = await test.citizen();
  await citizen.call(logout);
  expect((await open(citizen, new AbortController().signal)).status).toBe(401);
});
