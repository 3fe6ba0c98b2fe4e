import { deleteAccount, endSession, getStaffMe, getUser, login, logout, updatePassword } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { failure } from '../../../test/support/failure.ts';
import { openLiveEvents } from '../../realtime/live-events.ts';
import type { StoredSession } from './caller.ts';
import { dropSessions, SessionCache } from './session-cache.ts';
import { endSessions } from './session.store.ts';

const api = sharedTestApp();

/** The status of a citizen's own details. */
async function read({ token }: Pick<Person, 'token'>, app: FastifyInstance = api.app): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.inject({ url: '/api/users/get-details', headers })).statusCode;
}

/** Removes the sessions of somebody without a word to any server: what answers from then on is memory. */
const removeSilently = ({ id }: Person) => api.pool.query('delete from session where account_id = $1', [id]);

/** The store as another process has it: with its own memory, and none of ours. */
async function otherProcess(): Promise<typeof import('./session.store.ts')> {
  vi.resetModules();
  return import('./session.store.ts');
}

test('a citizen’s session is cached for five seconds', async () => {
  const citizen = await api.citizen();
  const readAt = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(readAt);
  onTestFinished(() => clock.mockRestore());
  expect(await read(citizen)).toBe(200);
  await removeSilently(citizen);

  clock.mockReturnValue(readAt + 4_999);
  expect(await read(citizen)).toBe(200);
  clock.mockReturnValue(readAt + 5_001);
  expect(await read(citizen)).toBe(401);
});

test('a cached session is checked against the clock at each request', async () => {
  const citizen = await api.citizen();
  expect(await read(citizen)).toBe(200);

  const { idle } = api.services.settings.sessions.citizen;
  api.clock.advance(idle);
  onTestFinished(() => api.clock.advance(-idle));

  expect(await read(citizen)).toBe(401);
});

test('a call that changes something reads the session from the database', async () => {
  const citizen = await api.citizen();
  expect(await read(citizen)).toBe(200);

  await removeSilently(citizen);

  expect(await read(citizen)).toBe(200);
  expect(await failure(citizen.call(logout))).toMatchObject({ status: 401 });
});

const signInAgain = async ({ email, password }: Person) =>
  (await api.call(login, { body: { email, password, type: 'user' } })).token;

describe('an ended token', () => {
  test.each([
    ['signing out', (person: Person) => person.call(logout)],
    [
      'ending its session from another device',
      async (person: Person) => {
        const other = api.callAs(await signInAgain(person));
        await other(endSession, { params: { id: person.caller.sessionId } });
      },
    ],
    [
      'setting a new password elsewhere',
      async (person: Person) => {
        const other = api.callAs(await signInAgain(person));
        const password = 'another umbrella over the river 8';
        await other(updatePassword, {
          body: { currentPassword: person.password, password, confirmPassword: password },
        });
      },
    ],
    [
      'erasing the account',
      (person: Person) => person.call(deleteAccount, { body: { currentPassword: person.password } }),
    ],
  ])('a session token is refused from %s on, even while other requests use it', async (_, end) => {
    const citizen = await api.citizen();
    expect(await read(citizen)).toBe(200);

    let isOver = false;
    const reading = Array.from({ length: 4 }, async () => {
      while (!isOver) await read(citizen);
    });
    await end(citizen);
    const after = await Promise.all(Array.from({ length: 10 }, () => read(citizen)));
    isOver = true;
    await Promise.all(reading);

    expect(after).toEqual(after.map(() => 401));
  });
});

test('a session that a transaction ends stays valid until the transaction commits', async () => {
  const citizen = await api.citizen();
  expect(await read(citizen)).toBe(200);

  await api.services.db.transaction(async (tx) => {
    await endSessions(tx, citizen.id);
    expect(await read(citizen)).toBe(200);
    expect(await read(citizen)).toBe(200);
  });

  expect(await read(citizen)).toBe(401);
});

test('a session ended by another server ends here as soon as that is announced', async () => {
  const [citizen, neighbour] = [await api.citizen(), await api.citizen()];
  expect([await read(citizen), await read(neighbour)]).toEqual([200, 200]);
  await removeSilently(neighbour);

  const elsewhere = await otherProcess();
  await elsewhere.endSessions(api.services.db, citizen.id);

  await expect.poll(() => read(citizen), { interval: 5, timeout: 1_000 }).toBe(401);
  expect(await read(neighbour)).toBe(200);
});

test('the session cache is bypassed while ended sessions cannot be announced', async () => {
  const clients: pg.Client[] = [];
  const connect = () => {
    const client = new pg.Client(api.pool.options);
    clients.push(client);
    return client;
  };
  const live = await openLiveEvents(connect, api.services.log);
  const app = await api.rebuild({ live });
  onTestFinished(async () => {
    await app.close();
    await live.stop();
  });
  const [citizen, other] = [await api.citizen(), await api.citizen()];
  expect([await read(citizen, app), await read(other, app)]).toEqual([200, 200]);
  await removeSilently(other);
  expect(await read(other, app)).toBe(200);

  await clients[0]?.end();
  await expect.poll(() => live.connectionId()).toBeUndefined();

  expect(await read(other, app)).toBe(401);
  expect(await read(citizen, app)).toBe(200);
  await removeSilently(citizen);
  expect(await read(citizen, app)).toBe(401);

  const third = await api.citizen();
  expect(await read(third, app)).toBe(200);
  await expect.poll(() => live.connectionId(), { timeout: 8_000 }).toBeDefined();
  await removeSilently(third);
  expect(await read(third, app)).toBe(401);
});

test('sessions of staff are not cached, so a change of the account counts at once', async () => {
  const { id: mdaId } = await api.mda();
  const [disabled, moved] = [await api.officer(mdaId), await api.officer(mdaId)];
  await Promise.all([disabled.call(getStaffMe), moved.call(getStaffMe)]);

  await api.pool.query('update account set disabled_at = now() where id = $1', [disabled.id]);
  await api.pool.query(`update account set role = 'supervisor' where id = $1`, [moved.id]);

  expect(await failure(disabled.call(getStaffMe))).toMatchObject({ status: 401 });
  expect(await moved.call(getStaffMe)).toMatchObject({ role: 'supervisor' });
});

test('simultaneous requests of two citizens return each their own data', async () => {
  const citizens = await Promise.all(Array.from({ length: 12 }, () => api.citizen()));
  const rounds = Array.from({ length: 10 }, () => citizens.toSorted(() => Math.random() - 0.5)).flat();

  const answers = await Promise.all(rounds.map(async (it) => [it.email, (await it.call(getUser)).email]));

  expect(answers.filter(([own, read]) => own !== read)).toEqual([]);
});

describe('the session cache', () => {
  const makeCache = () => {
    const live = { id: 1 as number | undefined, connectionId: () => live.id, followSessionEnds: () => () => {} };
    const cache = new SessionCache(live);
    onTestFinished(() => cache.close());
    return { live, cache };
  };
  const sessionOf = (name: string): StoredSession => ({
    caller: { accountId: name, role: 'citizen', mdaId: null, sessionId: `session of ${name}` },
    lastUsedAt: new Date(),
    expiresAt: new Date(),
  });
  /** Whether a read went to the database. */
  async function asks(cache: SessionCache, name: string, meanwhile: () => void = () => {}): Promise<boolean> {
    let asked = false;
    const read = async () => {
      asked = true;
      const session = sessionOf(name);
      await Promise.resolve();
      meanwhile();
      return session;
    };
    expect(await cache.read(name, () => true, read)).toEqual(
      expect.objectContaining({ caller: sessionOf(name).caller }),
    );
    return asked;
  }

  test('the session cache holds 4,000 sessions and evicts the oldest first', async () => {
    const { cache } = makeCache();
    for (let n = 0; n < 4_500; n += 1) await asks(cache, `citizen ${n}`);
    expect(cache.size).toBe(4_000);
    expect(await asks(cache, 'citizen 4499')).toBe(false);
    expect(await asks(cache, 'citizen 0')).toBe(true);
    expect(cache.size).toBe(4_000);
  });

  test('the session cache does not store a session that ended while it was read', async () => {
    const { cache } = makeCache();
    await asks(cache, 'ada', () => dropSessions(['session of ada']));
    expect(await asks(cache, 'ada')).toBe(true);
  });

  test('the session cache does not store a session read while the LISTEN connection was replaced', async () => {
    const { cache, live } = makeCache();
    await asks(cache, 'ada', () => (live.id = 2));
    expect(await asks(cache, 'ada')).toBe(true);
    expect(await asks(cache, 'ada')).toBe(false);
    live.id = undefined;
    expect(await asks(cache, 'ada')).toBe(true);
    expect(await asks(cache, 'ada')).toBe(true);
  });

  test('the session cache reads an expired session from the database again', async () => {
    const { cache } = makeCache();
    const [known, later] = [sessionOf('ada'), { ...sessionOf('ada'), lastUsedAt: new Date(9e12) }];
    await cache.read(
      'ada',
      () => true,
      () => Promise.resolve(known),
    );
    const isUsable = ({ lastUsedAt }: StoredSession) => lastUsedAt.getTime() === 9e12;
    expect(await cache.read('ada', isUsable, () => Promise.resolve(later))).toBe(later);
  });
});
