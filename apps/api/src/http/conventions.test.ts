import * as contract from '@baraza/contract';
import { beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { failure } from '../../test/support/failure.ts';
import { auditedBy } from '../../test/support/audited.ts';
import { createProgram, createWebhook } from '../../test/support/programs.ts';
import { type Person, sharedTestApp } from '../../test/support/server/app.ts';
import { keyOfSecret, keyUnused } from '../limits/answer-once.ts';

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

test('a step repeated with its Idempotency-Key is taken once, and nothing of its complaint is kept', async () => {
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
  const kept = await api.pool.query('select reply from idempotency_key where citizen_id = $1', [scene.officer.id]);
  expect(kept.rows).toEqual([{ reply: null }]);
});

const noteOnce = (by: Person, id: string, key: string) =>
  by.call(
    contract.transitionComplaint,
    { params: { id, action: 'note' }, body: { text: 'Seen it', version: 1 } },
    keyed(key),
  );

test('a step repeated after its citizen’s erasure shows no name of theirs any more', async () => {
  const citizen = await api.citizen();
  await api.pool.query(`update account set last_name = 'Quillfeather' where id = $1`, [citizen.id]);
  const { id } = await citizen.call(contract.submitComplaint, { form: scene.fields() });
  const first = await noteOnce(scene.supervisor, id, 'erase-0001');
  expect(JSON.stringify(first)).toContain('Quillfeather');
  await citizen.call(contract.deleteAccount, { body: { currentPassword: citizen.password } });

  const again = JSON.stringify(await noteOnce(scene.supervisor, id, 'erase-0001'));

  expect(again).toContain(id);
  expect(again).not.toMatch(new RegExp(`Quillfeather|${citizen.email}`, 'u'));
});

test('a step repeated by who was recused or moved meanwhile shows nothing of the complaint', async () => {
  const [recused, moved] = [await api.officer(scene.mdaId), await api.officer(scene.mdaId)];
  const id = await scene.file();
  await noteOnce(recused, id, 'recuse-0001');
  await scene.act(scene.supervisor, id, 'recuse', { person: recused.id });
  const other = await scene.file();
  await noteOnce(moved, other, 'moves-0001');
  const { id: elsewhere } = await api.mda();
  await api.pool.query('update account set mda_id = $1 where id = $2', [elsewhere, moved.id]);

  expect(await noteOnce(recused, id, 'recuse-0001')).toBeNull();
  expect(await noteOnce(moved, other, 'moves-0001')).toBeNull();
});

test('a repeated step that reads a complaint anew is a view of it', async () => {
  const id = await scene.file();
  await noteOnce(scene.supervisor, id, 'view-0001');
  const views = async () =>
    (await auditedBy(api, scene.supervisor)).filter((it) => it.action === 'complaint.viewed' && it.objectId === id);
  expect(await views()).toHaveLength(0);
  await noteOnce(scene.supervisor, id, 'view-0001');
  expect(await views()).toHaveLength(1);
});

test('who has another office by now gets no reply that was kept in the former one', async () => {
  const leader = await api.staff('supervisor', scene.mdaId);
  const create = () =>
    leader.call(contract.createSavedReply, { body: { title: 'Mine', text: 'Yes.', step: 'reply' } }, keyed('office-1'));
  await create();
  await api.pool.query('update account set mda_id = $1 where id = $2', [(await api.mda()).id, leader.id]);
  expect(await failure(create())).toMatchObject({ code: 'CONFLICT' });
});

test('an invitation sent twice at once with one Idempotency-Key is one, and both get its answer', async () => {
  const administrator = await api.staff('administrator');
  const body = { first_name: 'Ada', last_name: 'Obi', email: 'twice@home.example', role: 'officer' } as const;
  const create = () =>
    administrator.call(contract.createStaff, { body: { ...body, mda: scene.mdaId } }, keyed('twice-0001'));

  const [first, second, third] = await Promise.all([create(), create(), create()]);

  expect([second, third]).toEqual([first, first]);
  expect((await api.outbox()).filter(({ to }) => to === body.email)).toHaveLength(1);
});

test('a repeat whose answer held a secret is refused, and the secret is not kept', async () => {
  const administrator = await api.staff('administrator');
  const expires = api.clock.now().toISOString().slice(0, 10);
  const body = { name: 'Register', scopes: ['complaint:read' as const], expires, mda: scene.mdaId };
  const ask = () => administrator.call(contract.requestToken, { body }, keyed('token-0001'));
  const { program } = await ask();

  expect(await failure(ask())).toMatchObject({ status: 409, message: keyOfSecret });

  const shown = await administrator.call(contract.listPrograms);
  expect(shown.filter(({ requestedBy }) => requestedBy.id === administrator.id)).toMatchObject([{ id: program.id }]);
  const { rows } = await api.pool.query('select reply from idempotency_key where citizen_id = $1', [administrator.id]);
  expect(rows).toEqual([{ reply: null }]);
});

test('an Idempotency-Key where it would be ignored is refused, and says why', async () => {
  const refused = await failure(
    api.call(contract.forgotPassword, { body: { email: 'a@home.example' } }, keyed('forgot-0001')),
  );
  expect(refused).toMatchObject({ status: 400, fields: { 'idempotency-key': keyUnused } });
});

test('each call that reads anew for its repeat answers as the first time', async () => {
  const [administrator, feedbackId] = [await api.staff('administrator'), await sendFeedback()];
  const [{ id: programId }, waiting] = [
    await createWebhook(api, scene.mdaId),
    await createProgram(api, { mdaId: scene.mdaId, confirmed: false }),
  ];
  const {
    deliveries: [delivery],
  } = { deliveries: await administrator.call(contract.listDeliveries, { params: { id: programId } }) };
  const { id: invited } = await administrator.call(contract.createStaff, {
    body: { first_name: 'Ada', last_name: 'Obi', email: 'again@home.example', role: 'officer', mda: scene.mdaId },
  });
  const resolved = await scene.fileIn('resolved');
  const calls = [
    (key: object) =>
      administrator.call(contract.replyToFeedback, { params: { id: feedbackId }, body: { text: 'Yes.' } }, key),
    (key: object) =>
      administrator.call(contract.redeliver, { params: { id: programId }, body: { delivery: delivery!.id } }, key),
    (key: object) => administrator.call(contract.inviteAgain, { params: { id: invited } }, key),
    (key: object) => scene.supervisor.call(contract.confirmProgram, { params: { id: waiting.id } }, key),
    (key: object) =>
      scene.citizen.call(contract.takeSurvey, { body: { complaint: resolved, rating: 4, description: 'Well' } }, key),
  ];
  for (const [index, call] of calls.entries()) {
    const first = await call(keyed(`anew-000${index}`));
    expect(await call(keyed(`anew-000${index}`))).toEqual(first);
  }
});

async function sendFeedback(): Promise<string> {
  const form = { category: await api.category('feedback'), title: 'A kind clerk', description: '<p>Thank you.</p>' };
  return (await scene.citizen.call(contract.submitFeedback, { form })).id;
}

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
    type: '/api/docs/errors#VALIDATION_FAILED',
    title: 'Validation failed',
    status: 400,
    detail: contract.programMessage.limit,
    instance: `urn:uuid:${problem.headers['x-request-id']}`,
    code: 'VALIDATION_FAILED',
    fields: { limit: contract.programMessage.limit },
  });
  expect(contract.Problem.safeParse(problem.json()).success).toBe(true);
  for (const accept of [
    'application/json',
    '*/*',
    'application/problem+json;q=0',
    'application/problem+json;q=0.5, application/json',
  ]) {
    const plain = await ask(accept);
    expect(plain.headers['content-type']).toContain('application/json');
    expect(plain.json()).toMatchObject({ message: contract.programMessage.limit, code: 'VALIDATION_FAILED' });
  }
});

test.each([
  ['limit=1000', contract.programMessage.limit],
  ['limit=abc', contract.programMessage.limit],
  ['cursor=abc', contract.programMessage.cursor],
  ['updatedSince=2026-11-29', contract.programMessage.moment],
  ['updatedSince=0000-01-01T00:00:00Z', contract.programMessage.moment],
  ['updatedSince=9999-12-31T23:59:59-23:00', contract.programMessage.moment],
  ['updatedSince=2026-11-29T00:00:00Z&state=open', 'Send one of received, transfer_offered, '],
])('a list asked for with %s says what is wanted', async (query, text) => {
  const { body, statusCode } = await api.app.inject({ url: `/api/desk/complaint?${query}`, headers: ofOfficer() });
  expect(statusCode).toBe(400);
  expect(body).toContain(text);
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
  api.clock.advance(16 * 60_000);
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
  expect(await failure(list({ updatedSince: 'yesterday' }))).toMatchObject({ status: 400 });
});

test('the address in problem details leads to a page that explains each reason code', async () => {
  const page = await api.app.inject('/api/docs/errors');

  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const code of Object.keys(contract.errorStatus)) expect(page.body).toContain(`id="${code}"`);
});

test('an unknown parameter is refused at the addresses of open data too', async () => {
  for (const path of ['data/complaints.csv', 'data/areas.csv-metadata.json', 'data/holidays.ics', 'data.json']) {
    const { statusCode, body } = await api.app.inject(`/${path}?month=2026-01`);
    expect([path, statusCode, body.includes(contract.message.unknownParameter)]).toEqual([path, 400, true]);
  }
});
