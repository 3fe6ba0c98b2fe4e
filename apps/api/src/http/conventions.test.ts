import * as contract from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { failure } from '../../test/support/failure.ts';
import { createProgram } from '../../test/support/programs.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';

/* What every call does alike for programs. */

const api = sharedTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const ofOfficer = () => ({ authorization: `Bearer ${scene.officer.token}` });

test('a desk call repeated with its Idempotency-Key makes one thing and answers the same', async () => {
  const body = { title: 'Thanks', text: 'Thank you.', step: 'reply' } as const;
  const create = (key: string, more = {}) =>
    scene.supervisor.call(contract.createSavedReply, { body: { ...body, ...more } }, keyed(key));

  const [first, ...others] = await Promise.all([1, 2, 3].map(() => create('thanks-1')));
  const later = await create('thanks-1');

  expect([...others, later]).toEqual([first, first, first]);
  const replies = await scene.supervisor.call(contract.listSavedReplies);
  expect(replies.filter(({ title }) => title === 'Thanks')).toHaveLength(1);
  expect(await failure(create('thanks-1', { title: 'Other' }))).toMatchObject({ code: 'CONFLICT' });
});

test('a step repeated with its Idempotency-Key is taken once, and its reply is kept for a day, sealed', async () => {
  const id = await scene.file();
  const note = (key?: string) =>
    scene.officer.call(
      contract.transitionComplaint,
      { params: { id, action: 'note' }, body: { text: 'Seen it', version: 1 } },
      key ? keyed(key) : {},
    );

  const answers = [await note('note-0001'), await note('note-0001')];

  expect(answers[1]).toEqual(answers[0]);
  expect(answers[0]).toMatchObject({ version: 2 });
  expect(await failure(note())).toMatchObject({ code: 'VERSION_CONFLICT' });
  const kept = await api.pool.query<{ reply: string }>('select reply from idempotency_key where reply is not null');
  expect(kept.rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(kept.rows)).not.toContain('Seen it');
});

test('a refused step leaves its Idempotency-Key free', async () => {
  const id = await scene.file();
  const note = (text: string) =>
    scene.officer.call(
      contract.transitionComplaint,
      { params: { id, action: 'note' }, body: { text, version: 1 } },
      keyed('free-0001'),
    );

  expect(await failure(note(''))).toMatchObject({ status: 400 });
  expect(await note('Now with words')).toMatchObject({ version: 2 });
});

test('an unknown query parameter is refused by its name, also where a call has none', async () => {
  for (const url of ['/api/desk/complaint?stat=received', '/api/desk/colleague?mda=&__proto__=1', '/api/portal?x=1']) {
    const { statusCode, body } = await api.app.inject({ url, headers: ofOfficer() });
    expect([url, statusCode]).toEqual([url, 400]);
    expect(body).toContain(contract.message.unknownParameter);
  }
});

test('an error is problem details of RFC 9457 for a client that accepts them, with the same code', async () => {
  const ask = (accept: string) =>
    api.app.inject({ url: '/api/desk/complaint?limit=0', headers: { ...ofOfficer(), accept } });

  const problem = await ask('application/problem+json, application/json;q=0.5');

  expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/u);
  expect(problem.json()).toEqual({
    type: '/api/docs#VALIDATION_FAILED',
    title: 'Validation failed',
    status: 400,
    detail: contract.message.invalid,
    instance: `urn:uuid:${problem.headers['x-request-id']}`,
    code: 'VALIDATION_FAILED',
    fields: { limit: contract.message.invalid },
  });
  expect(contract.Problem.safeParse(problem.json()).success).toBe(true);
  for (const accept of ['application/json', '*/*', 'application/problem+json;q=0']) {
    const plain = await ask(accept);
    expect(plain.headers['content-type']).toContain('application/json');
    expect(plain.json()).toMatchObject({ message: contract.message.invalid, code: 'VALIDATION_FAILED' });
  }
});

test('a program reads from each answer how many calls it has left', async () => {
  const { token } = await createProgram(api, { mdaId: scene.mdaId });
  const ask = () => api.app.inject({ url: '/api/mda', headers: { authorization: `Bearer ${token}` } });

  const [first, second] = [await ask(), await ask()];

  expect(first.headers['ratelimit-policy']).toBe('"session";q=600;w=60');
  expect(first.headers['ratelimit']).toMatch(/^"session";r=599;t=\d+$/u);
  expect(second.headers['ratelimit']).toMatch(/^"session";r=598;t=\d+$/u);
});

test('a stranger reads the limits of a network, but not what its neighbours left of them', async () => {
  const { headers } = await api.app.inject('/api/portal');

  expect(headers['ratelimit-policy']).toMatch(/^"network";q=\d+;w=60, "networkCall";q=\d+;w=60$/u);
  expect(headers).not.toHaveProperty('ratelimit');
});

test('updatedSince pages through what changed, in the order of the change', async () => {
  api.clock.advance(1_000);
  const since = api.clock.now().toISOString();
  const [first, second] = [await scene.file(), await scene.file()];
  api.clock.advance(1_000);
  await scene.officer.call(contract.transitionComplaint, {
    params: { id: first, action: 'note' },
    body: { text: 'Seen it', version: 1 },
  });
  const list = (query: object) =>
    scene.officer.call(contract.listDeskComplaints, { query: { updatedSince: since, limit: 1, ...query } });

  const page = await list({});
  const next = await list({ cursor: page.nextCursor });

  expect([...page.items, ...next.items].map(({ id }) => id)).toEqual([second, first]);
  expect(next).toMatchObject({ items: [{ version: 2 }], nextCursor: null });
  const later = await list({ updatedSince: next.items[0]!.updatedAt });
  expect(later.items.map(({ id }) => id)).toEqual([first]);
  expect(await failure(list({ updatedSince: 'yesterday' }))).toMatchObject({ status: 400 });
});
