import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  confirmProgram,
  type eventTypes,
  listDeliveries,
  listPrograms,
  listRules,
  redeliver,
  renewSecret,
  requestWebhook,
  saveRules,
  staffMessage,
} from '@baraza/contract';
import { eq, sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createScene, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { seal } from '../../../crypto/seal.ts';
import { account, program, webhookDelivery } from '../../../db/schema/tables.ts';
import { appendToLog, batch } from '../../log/append-to-log.ts';
import { sendWebhooks } from './send-webhooks.ts';

const api = sharedTestApp();
let scene: Scene;
let administrator: Person;
const received: { body: string; headers: IncomingHttpHeaders }[] = [];
let answer: (reply: ServerResponse) => void;
const server = createServer((request, reply) => {
  let body = '';
  request.on('data', (part: Buffer) => (body += part.toString()));
  request.on('end', () => {
    received.push({ body, headers: request.headers });
    answer(reply);
  });
});
const status =
  (code: number, headers = {}) =>
  (reply: ServerResponse) =>
    void reply.writeHead(code, headers).end();
beforeAll(async () => {
  scene = await createScene(api);
  administrator = await api.staff('administrator');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(async () => {
  await api.services.db.update(program).set({ endedAt: api.clock.now() });
  received.length = 0;
  answer = status(204);
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
const run = async () => {
  while ((await appendToLog(api.services)) === batch);
  await sendWebhooks({ ...api.services, settings: { ...api.services.settings, webhookNetworks: ['127.0.0.1'] } });
};

/** Has a webhook made by the two who decide. */
async function add(types?: (typeof eventTypes)[number][]) {
  const body = { name: 'Register', mda: scene.mdaId, url: 'https://register.example/events', types };
  const { program: asked, secret } = await administrator.call(requestWebhook, { body });
  await api.services.db.update(program).set({ url: address() }).where(eq(program.accountId, asked.id));
  await scene.supervisor.call(confirmProgram, { params: { id: asked.id } });
  return { id: asked.id, secret };
}
const deliveries = (id: string) => scene.supervisor.call(listDeliveries, { params: { id } });
const makeDue = () => api.services.db.update(webhookDelivery).set({ nextTryAt: sql`now()` });
const verify = ({ body, headers }: (typeof received)[number], secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('a webhook gets each later event once, signed as Standard Webhooks says, without words and names', async () => {
  await scene.file();
  while ((await appendToLog(api.services)) === batch);
  const { id, secret } = await add();
  const complaintId = await scene.file({ title: 'canary-words' });
  await run();
  await run();
  expect(received).toHaveLength(1);
  const [first] = received;
  expect(verify(first!, secret)).toEqual({
    type: 'complaint.submit',
    timestamp: expect.any(String),
    data: { id: complaintId, trackingId: expect.stringMatching(/^SDP-/u), version: 1 },
  });
  expect(first!.headers['webhook-id']).toBe(`${complaintId}-1`);
  expect(first!.body).not.toContain('canary');
  expect(() => verify({ ...first!, body: first!.body.replace('submit', 'reopen') }, secret)).toThrow(
    'No matching signature found',
  );
  expect(await deliveries(id)).toMatchObject([{ attempts: 1, outcome: '204', deliveredAt: expect.any(String) }]);
});

test('a webhook gets the events that it asked for, of the complaints of its MDA', async () => {
  const { id } = await add(['complaint.note']);
  const other = await createScene(api);
  await other.act(other.officer, await other.fileIn('in_progress'), 'note');
  const complaintId = await scene.fileIn('in_progress');
  await scene.act(scene.officer, complaintId, 'note');
  await run();
  expect((await deliveries(id)).map(({ eventId }) => eventId)).toEqual([`${complaintId}-3`]);
});

test.each([
  ['an error', status(500), '500'],
  ['a redirect, which is not followed,', status(302, { location: '/elsewhere' }), '302'],
  ['a broken connection', (reply: ServerResponse) => void reply.destroy(), 'ECONNRESET'],
])('after %s the event is sent again later, signed anew under the same id', async (_, fail, outcome) => {
  const { id, secret } = await add(['complaint.submit']);
  await scene.file();
  answer = fail;
  await run();
  await run();
  expect(received).toHaveLength(1);
  expect(await deliveries(id)).toMatchObject([{ attempts: 1, outcome, deliveredAt: null }]);
  answer = status(200);
  await makeDue();
  await run();
  expect(received.map((it) => it.headers['webhook-id'])).toEqual(Array(2).fill(received[0]!.headers['webhook-id']));
  expect(() => verify(received[1]!, secret)).not.toThrow();
  expect(await deliveries(id)).toMatchObject([{ attempts: 2, deliveredAt: expect.any(String) }]);
});

test('a target that hangs, or answers a letter a second, ends as a timeout', async () => {
  const ofReal = AbortSignal.timeout.bind(AbortSignal);
  const soon = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => ofReal(ms / 50));
  for (const hang of [() => {}, (reply: ServerResponse) => void reply.writeHead(200).write('x')]) {
    const { id } = await add(['complaint.submit']);
    await scene.file();
    answer = hang;
    await run();
    expect(await deliveries(id)).toMatchObject([{ attempts: 1, outcome: 'timeout', deliveredAt: null }]);
    await api.services.db.update(program).set({ endedAt: api.clock.now() });
  }
  expect(soon).toHaveBeenCalledWith(15_000);
  soon.mockRestore();
});

test('a webhook reads only the start of a long answer', async () => {
  const { id } = await add();
  await scene.file();
  answer = (reply) => {
    reply.writeHead(200);
    const pour = () => void (reply.destroyed || (reply.write('x'.repeat(10_000)), setTimeout(pour, 1)));
    pour();
  };
  await run();
  expect(await deliveries(id)).toMatchObject([{ outcome: '200', deliveredAt: expect.any(String) }]);
});

test('a renewed secret signs at once, and the former beside it for 24 hours', async () => {
  const { id, secret } = await add();
  const { secret: next } = await administrator.call(renewSecret, { params: { id } });
  await scene.file();
  await run();
  for (const each of [secret, next]) expect(() => verify(received[0]!, each)).not.toThrow();
  await api.services.db.update(program).set({ formerUntil: api.clock.now() }).where(eq(program.accountId, id));
  await scene.file();
  await run();
  expect(() => verify(received[1]!, secret)).toThrow('No matching signature found');
  expect(() => verify(received[1]!, next)).not.toThrow();
});

test.each([
  ['answers 410', status(410), undefined],
  ['has failed for three days', status(500), sql`now() - interval '73 hours'`],
])('a webhook whose address %s is ended, and the people who watch are told', async (_, fail, failingSince) => {
  const { id } = await add();
  if (failingSince) await api.services.db.update(program).set({ failingSince }).where(eq(program.accountId, id));
  await scene.file();
  answer = fail;
  await run();
  const shown = (await scene.supervisor.call(listPrograms)).find((it) => it.id === id);
  expect(shown).toMatchObject({ state: 'ended', endedBy: null });
  const told = (await api.outbox()).filter(({ text }) => text.includes('gets no events any more'));
  expect(told.map(({ to }) => to)).toEqual(expect.arrayContaining([administrator.email, scene.supervisor.email]));
  await makeDue();
  await run();
  expect(received).toHaveLength(1);
});

test('a secret sealed with a key that was given up fails its own deliveries alone, until it is replaced', async () => {
  const { id } = await add(['complaint.submit']);
  const sealedSecret = seal(Buffer.alloc(32), 'whsec_lost');
  await api.services.db.update(program).set({ sealedSecret }).where(eq(program.accountId, id));
  await scene.file();
  await run();
  expect(received).toEqual([]);
  expect(await deliveries(id)).toMatchObject([{ attempts: 1, outcome: 'secret', deliveredAt: null }]);
  const { secret } = await scene.supervisor.call(renewSecret, { params: { id } });
  await makeDue();
  await run();
  expect(() => verify(received[0]!, secret)).not.toThrow();
});

test('a success ends the days of failure', async () => {
  const { id } = await add();
  const since = sql`now() - interval '73 hours'`;
  await api.services.db.update(program).set({ failingSince: since }).where(eq(program.accountId, id));
  await scene.file();
  await run();
  const shown = (await administrator.call(listPrograms)).find((it) => it.id === id);
  expect(shown).toMatchObject({ state: 'active', failingSince: null });
});

test('a delivery is sent again on request', async () => {
  const { id } = await add();
  await scene.file();
  await run();
  const [first] = await deliveries(id);
  await scene.supervisor.call(redeliver, { params: { id }, body: { delivery: first!.id } });
  await run();
  expect(received).toHaveLength(2);
  const unknown = scene.supervisor.call(redeliver, { params: { id }, body: { delivery: crypto.randomUUID() } });
  expect((await failure(unknown)).status).toBe(404);
});

test('without a network that the operator names, no event reaches this machine', async () => {
  const { id } = await add();
  await scene.file();
  while ((await appendToLog(api.services)) === batch);
  await sendWebhooks(api.services);
  expect(received).toEqual([]);
  expect(await deliveries(id)).toMatchObject([{ outcome: 'refused address', deliveredAt: null }]);
});

test('a webhook sends nothing while it waits for the second person, or its person of contact has left', async () => {
  const contact = await api.officer(scene.mdaId);
  const { id } = await add();
  await api.services.db
    .update(program)
    .set({ contactId: contact.id, confirmedBy: null })
    .where(eq(program.accountId, id));
  await scene.file();
  await run();
  await api.services.db.update(program).set({ confirmedBy: administrator.id }).where(eq(program.accountId, id));
  await api.services.db.update(account).set({ disabledAt: api.clock.now() }).where(eq(account.id, contact.id));
  await run();
  expect(received).toEqual([]);
});

test('a webhook without TLS is refused, and the secret is stored sealed', async () => {
  const body = { name: 'Register', mda: scene.mdaId, url: 'http://register.example/' };
  const refused = await failure(administrator.call(requestWebhook, { body }));
  expect(refused.fields).toEqual({ url: staffMessage.webhookHttps });
  const { secret } = await add();
  expect(JSON.stringify(await api.services.db.select().from(program))).not.toContain(secret.slice(6));
});

test('a rule tells programs of a complaint that it meets, once a round, with its ID and without words', async () => {
  const { id, secret } = await add(['complaint.applyRule']);
  const { mdaId, categoryId: category } = scene;
  const rule = {
    id: crypto.randomUUID(),
    name: 'Floods',
    event: 'filed',
    filter: { category },
    webhook: true,
  } as const;
  const { version } = await scene.supervisor.call(listRules);
  await scene.supervisor.call(saveRules, { body: { rules: [rule], version } });

  const complaint = await scene.file({ mda: mdaId, title: 'canary-words' });
  await scene.act(scene.officer, complaint, 'note');
  await run();
  await scene.supervisor.call(saveRules, { body: { rules: [], version: version + 1 } });

  expect((await deliveries(id)).map(({ type }) => type)).toEqual(['complaint.applyRule']);
  expect(received.map((delivery) => verify(delivery, secret))).toMatchObject([{ data: { id: complaint, version: 2 } }]);
  expect(received[0]!.body).not.toMatch(/canary|Floods/u);
});
