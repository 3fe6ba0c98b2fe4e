import {
  countComplaints,
  getComplaint,
  listComplaints,
  listNotifications,
  markNotification,
  message,
  programMessage,
  states,
  takeSurvey,
} from '@baraza/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { createScene, type Scene } from '../../../test/support/complaints.ts';
import { outcomeOf } from '../../../test/support/outcome.ts';
import { watchStatements } from '../../../test/support/statements.ts';

const api = sharedTestApp({ now: '2026-05-04T09:00:00Z' });
let scene: Scene;
const watched = watchStatements();

beforeEach(async () => {
  scene = await createScene(api);
});

type Query = Parameters<typeof scene.citizen.call<typeof listComplaints>>[1] extends infer I
  ? NonNullable<I> extends { query?: infer Q }
    ? Q
    : never
  : never;
const list = (query: Query = {}) => scene.citizen.call(listComplaints, { query });
const titles = async (query: Query = {}) => (await list(query)).items.map((it) => it.title);

/** Files complaints a minute apart, in order. */
async function fileAll(...all: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of all) {
    api.clock.advance(60_000);
    ids.push(await scene.file({ title }));
  }
  return ids;
}

describe('the list', () => {
  test('a citizen’s list has only their own complaints, newest or oldest first', async () => {
    await fileAll('First one', 'Second one', 'Third one');
    await scene.file({}, await api.citizen());
    expect(await titles()).toEqual(['Third one', 'Second one', 'First one']);
    expect(await titles({ sort: 'oldest' })).toEqual(['First one', 'Second one', 'Third one']);
    expect((await list()).items[0]).toMatchObject({ status: 'Pending', cycle: 1, survey: null, unread: false });
  });

  test.each(['latest', 'oldest'] as const)(
    'pages of a citizen’s list, %s first, miss and repeat nothing',
    async (sort) => {
      // Four at the same instant are ordered by id.
      for (const title of ['Same 1', 'Same 2', 'Same 3', 'Same 4']) await scene.file({ title });
      await fileAll('Later 1', 'Later 2', 'Later 3');
      const whole = (await list({ sort })).items.map((it) => it.id);
      const turned: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await list({ sort, limit: 2, ...(cursor ? { cursor } : {}) });
        turned.push(...page.items.map((it) => it.id));
        cursor = page.nextCursor;
      } while (cursor);
      expect(whole).toHaveLength(7);
      expect(turned).toEqual(whole);
    },
  );

  test('a citizen’s list can be filtered by status and category', async () => {
    const category = await api.category('complaint');
    await scene.file({ title: 'Other category', category });
    for (const state of states) await scene.fileIn(state, { title: `Now ${state}` });
    expect(await titles({ category })).toEqual(['Other category']);
    expect(await titles({ status: 'Resolved' })).toEqual(['Now resolved']);
    expect(new Set(await titles({ status: 'Pending' }))).toEqual(
      new Set([
        'Now received',
        'Now transfer_offered',
        'Now transfer_undecided',
        'Other category',
        // With its parent, which was received.
        'Now merged',
        'No water since Monday',
      ]),
    );
    expect(new Set(await titles({ status: 'Processing' }))).toEqual(
      new Set(['Now in_progress', 'Now awaiting_citizen', 'Now appeal']),
    );
    expect(new Set(await titles({ status: 'Canceled' }))).toEqual(new Set(['Now withdrawn', 'Now rejected']));
    expect(await titles({ status: 'Resolved', category })).toEqual([]);
  });

  test('a citizen’s list is searched by title, text, tracking ID, MDA and category, ignoring case', async () => {
    const mda = (await api.mda({ name: `Élan Authority ${crypto.randomUUID()}` })).id;
    const category = await api.category('complaint', `Billing ${crypto.randomUUID()}`);
    const id = await scene.file({ title: 'Dry TAP in 100% of_town', mda, category });
    await scene.file({ title: 'Something else', description: '<p>The clerk was rude.</p>' });
    const { trackingId } = await scene.citizen.call(getComplaint, { params: { id } });
    for (const q of [
      'dry tap',
      'TAP IN',
      trackingId.toLowerCase(),
      trackingId.slice(-6),
      'élan auth',
      'BILLING',
      '100% of_',
    ]) {
      expect(await titles({ q })).toEqual(['Dry TAP in 100% of_town']);
    }
    for (const q of ['d%town', 'i_100', 'o__town', String.raw`\ `, "' or '1'='1", 'nowhere']) {
      expect(await titles({ q })).toEqual([]);
    }
    expect(await titles({ q: 'rude clerk' })).toEqual(['Something else']);
    expect(await titles({ q: '  ' })).toHaveLength(2);
  });

  test('a citizen’s list marks complaints with unread updates', async () => {
    const [quiet, loud] = await fileAll('Quiet one', 'Loud one');
    await scene.act(scene.officer, loud ?? '', 'start');
    await scene.act(scene.officer, quiet ?? '', 'note');
    const unread = async () => (await list()).items.filter((it) => it.unread).map((it) => it.title);
    expect(await unread()).toEqual(['Loud one']);
    await scene.citizen.call(getComplaint, { params: { id: loud ?? '' } });
    expect(await unread()).toEqual(['Loud one']);
    const { items } = await scene.citizen.call(listNotifications);
    await scene.citizen.call(markNotification, { params: { id: items[0]?.id ?? '' } });
    expect(await unread()).toEqual([]);
  });

  test.each([
    [{ cursor: 'made-up' }, 'cursor'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: '1;drop' }, 'limit'],
    [{ status: 'Open' }, 'status'],
    [{ sort: 'random' }, 'sort'],
    [{ category: 'none' }, 'category'],
    [{ q: 'x'.repeat(101) }, 'q'],
  ])('a citizen’s list refuses the query %o', async (query, field) => {
    const refusal = { status: 400, code: 'VALIDATION_FAILED', fields: { [field]: expect.any(String) } };
    expect(await outcomeOf(list(query as Query))).toMatchObject(refusal);
  });

  test('a citizen’s list refuses a cursor of another order', async () => {
    await fileAll('First one', 'Second one');
    const { nextCursor } = await list({ limit: 1 });
    const refusal = { status: 400, message: programMessage.cursor };
    expect(await outcomeOf(list({ sort: 'oldest', cursor: nextCursor ?? '' }))).toMatchObject(refusal);
  });
});

test('the counts of a citizen’s complaints add up', async () => {
  for (const state of [...states, 'resolved', 'in_progress'] as const) await scene.fileIn(state);
  const surveyed = await scene.fileIn('resolved');
  await scene.citizen.call(takeSurvey, { body: { complaint: surveyed, rating: 4, description: 'Quick' } });
  await scene.file({}, await api.citizen());
  expect(await scene.citizen.call(countComplaints)).toMatchObject({
    Resolved: 3,
    Processing: 4,
    // Among them the merged one, and its parent.
    Pending: 5,
    Canceled: 2,
    total: 14,
    surveysToTake: 2,
    answersToGive: 1,
  });
});

test('a citizen without complaints gets an empty list and zero counts', async () => {
  expect(await list()).toEqual({ items: [], nextCursor: null });
  const { complaintToRead, complaintToAnswer, ...counts } = await scene.citizen.call(countComplaints);
  expect([complaintToRead, complaintToAnswer]).toEqual([null, null]);
  expect(new Set(Object.values(counts))).toEqual(new Set([0]));
});

test('updates are counted by complaint, without questions that wait for an answer', async () => {
  const asked = await scene.fileIn('awaiting_citizen');
  const started = await scene.fileIn('in_progress', { title: 'The newest one' });
  await scene.act(scene.officer, started, 'reply');
  const counts = () => scene.citizen.call(countComplaints);
  expect(await counts()).toMatchObject({
    answersToGive: 1,
    complaintToAnswer: asked,
    updatesToRead: 1,
    complaintToRead: started,
  });
  await scene.act(scene.citizen, asked, 'answer');
  expect(await counts()).toMatchObject({ answersToGive: 0, updatesToRead: 2 });
  const { items } = await scene.citizen.call(listNotifications, { query: {} });
  for (const { id } of items) await scene.citizen.call(markNotification, { params: { id } });
  expect(await counts()).toMatchObject({ updatesToRead: 0, complaintToRead: null });
});

test('a complaint of another citizen or an unknown id gets 404; a malformed id is refused', async () => {
  const id = await scene.file({}, await api.citizen());
  for (const missing of [id, crypto.randomUUID()]) {
    const outcome = await outcomeOf(scene.citizen.call(getComplaint, { params: { id: missing } }));
    expect(outcome).toMatchObject({ status: 404, message: message.notFound });
  }
  const outcome = await outcomeOf(scene.citizen.call(getComplaint, { params: { id: 'nonsense' } }));
  expect(outcome).toMatchObject({ status: 400, fields: { id: message.invalid } });
});

describe('the list and the details of a citizen', () => {
  const ask = async (url: string, token: string | undefined, headers: Record<string, string> = {}) => {
    const answer = await api.app.inject({
      url: `/api${url}`,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    });
    return { status: answer.statusCode, body: answer.json<{ code?: string }>() };
  };

  test('a citizen’s list and details take one statement each in a recently used session', async () => {
    const id = await scene.file({});
    await ask('/complaint', scene.citizen.token);
    for (const url of ['/complaint', '/complaint?status=Pending&sort=oldest', `/complaint/${id}`]) {
      watched.taken();
      expect(await ask(url, scene.citizen.token)).toMatchObject({ status: 200 });
      expect(watched.taken()).toHaveLength(1);
    }
  });

  test('a citizen’s list and details refuse other callers like every other call', async () => {
    const id = await scene.file({});
    const { token } = await api.citizen();
    const { token: officer } = await api.staff('officer', scene.mdaId);
    for (const url of ['/complaint', `/complaint/${id}`, '/complaint?limit=none', '/complaint/none']) {
      expect(await ask(url, undefined)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expect(await ask(url, 'x'.repeat(43))).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
      expect(await ask(url, officer)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect(await ask('/complaint?limit=none', token)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED' },
    });
    expect(await ask(`/complaint/${id}`, token)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await ask('/complaint', token)).toEqual({ status: 200, body: { items: [], nextCursor: null } });
  });

  test.each([
    ['ended', 'delete from session where account_id = $1'],
    ['expired', `update session set expires_at = '2026-05-04T08:59:00Z' where account_id = $1`],
    ['rested too long', `update session set last_used_at = '2020-01-01' where account_id = $1`],
    ['of an account that was disabled', `update account set disabled_at = now() where id = $1`],
    ['of an address that is not confirmed', `update account set email_verified_at = null where id = $1`],
  ])('a citizen’s list and details refuse a session that is %s', async (_, change) => {
    const id = await scene.file({});
    await api.pool.query(change, [scene.citizen.id]);
    expect(await ask('/complaint', scene.citizen.token)).toMatchObject({ status: 401 });
    expect(await ask(`/complaint/${id}`, scene.citizen.token)).toMatchObject({ status: 401 });
  });

  test('a citizen’s list and details count as use of the session, unless the app polls', async () => {
    await scene.file({});
    const used = async () => {
      const { rows } = await api.pool.query<{ at: Date }>(
        'select max(last_used_at) as at from session where account_id = $1',
        [scene.citizen.id],
      );
      return rows[0]?.at.toISOString();
    };
    const before = await used();
    api.clock.advance(13 * 60_000);
    await ask('/complaint', scene.citizen.token, { 'x-background': '1' });
    expect(await used()).toBe(before);
    await ask('/complaint', scene.citizen.token);
    await expect.poll(used, { timeout: 5_000 }).toBe(api.clock.now().toISOString());
  });
});
