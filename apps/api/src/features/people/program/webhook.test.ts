import http, { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  confirmProgram,
  endProgram,
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
import { createScene, rowOf, type Scene } from '../../../../test/support/complaints.ts';
import { failure } from '../../../../test/support/failure.ts';
import { type Person, sharedTestApp } from '../../../../test/support/server/app.ts';
import { seal } from '../../../crypto/seal.ts';
import { account, program, webhookDelivery } from '../../../db/schema/tables.ts';
import type { Services } from '../../../services.ts';
import { appendToLog, batch } from '../../log/append-to-log.ts';
import { sendWebhooks, type Sending } from './send-webhooks.ts';

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
    if (!request.url?.includes('hang')) answer(reply);
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
const append = async () => {
  while ((await appendToLog(api.services)) === batch);
};
const withNetwork = (): Services => ({
  ...api.services,
  settings: { ...api.services.settings, webhookNetworks: ['127.0.0.1'] },
});
/** Sends whatever is due, and waits until it is sent. */
async function run(services = withNetwork()) {
  await append();
  const underWay: Sending['underWay'] = new Map();
  await sendWebhooks(services, { underWay, again: new Set() });
  await Promise.all(underWay.values());
}

/** Has a webhook made by the two who decide. */
async function add(types?: (typeof eventTypes)[number][], target = address()) {
  const body = { name: 'Register', mda: scene.mdaId, url: 'https://register.example/events', types };
  const { program: asked, secret } = await administrator.call(requestWebhook, { body });
  await api.services.db.update(program).set({ url: target }).where(eq(program.accountId, asked.id));
  await scene.supervisor.call(confirmProgram, { params: { id: asked.id } });
  return { id: asked.id, secret };
}
const deliveries = (id: string) => scene.supervisor.call(listDeliveries, { params: { id } });
const makeDue = () => api.services.db.update(webhookDelivery).set({ nextTryAt: sql`now()` });
const verify = ({ body, headers }: (typeof received)[number], secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('a webhook gets each later event once of several servers, signed by Standard Webhooks, without words and names', async () => {
  await scene.file();
  await append();
  const { id, secret } = await add();
  const complaintId = await scene.file({ title: 'canary-words' });
  await Promise.all([run(), run(), run()]);
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

const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
test.each([
  ['an error', status(500), '500'],
  ['a redirect, which is not followed,', status(302, { location: '/elsewhere' }), '302'],
  ['a switch of protocols', (reply: ServerResponse) => void reply.socket!.write(switching), '101'],
  ['a broken connection', (reply: ServerResponse) => void reply.destroy(), 'ECONNRESET'],
])('after %s the event is sent again later, signed anew under the same id', async (_, fail, outcome) => {
  const { id, secret } = await add(['complaint.submit']);
  await scene.file();
  answer = fail;
  await run();
  await run();
  expect(received).toHaveLength(1);
  expect(await deliveries(id)).toMatchObject([
    { attempts: 1, outcome, deliveredAt: null, nextTryAt: expect.any(String) },
  ]);
  answer = status(200);
  await makeDue();
  await run();
  expect(received.map((it) => it.headers['webhook-id'])).toEqual(Array(2).fill(received[0]!.headers['webhook-id']));
  expect(() => verify(received[1]!, secret)).not.toThrow();
  expect(await deliveries(id)).toMatchObject([{ attempts: 2, deliveredAt: expect.any(String), nextTryAt: null }]);
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

test('a webhook whose target hangs delays no other', async () => {
  const [hanging, healthy] = [await add(['complaint.submit'], `${address()}?hang`), await add(['complaint.submit'])];
  const sending: Sending = { underWay: new Map(), again: new Set() };
  const { underWay } = sending;
  const takesAt = async () => {
    const id = await scene.file();
    await append();
    await sendWebhooks(withNetwork(), sending);
    await vi.waitFor(async () => {
      const ofHealthy = (await deliveries(healthy.id)).find(({ eventId }) => eventId === `${id}-1`);
      expect(ofHealthy?.deliveredAt).toEqual(expect.any(String));
    });
  };

  await takesAt();
  await vi.waitFor(() => expect(underWay.has(healthy.id)).toBe(false));
  await takesAt();

  expect(await deliveries(hanging.id)).toMatchObject([{ attempts: 0, outcome: null }]);
  await api.services.db.update(program).set({ endedAt: api.clock.now() });
  server.closeAllConnections();
  await Promise.all(underWay.values());
  expect(underWay.size).toBe(0);
});

test('an event that comes while its webhook is about to end is sent without the pause of a round', async () => {
  await add(['complaint.submit']);
  const sending: Sending = { underWay: new Map(), again: new Set() };
  await api.services.db.transaction(async (tx) => {
    await tx.execute(sql`lock table webhook_delivery in exclusive mode`);
    await sendWebhooks(withNetwork(), sending);
    // It has read no event, and asks for what is due.
    await vi.waitFor(async () => {
      const { rows } = await api.pool.query(
        `select from pg_locks where relation = 'webhook_delivery'::regclass and not granted`,
      );
      expect(rows).toHaveLength(1);
    });
    await scene.file();
    await append();
    await sendWebhooks(withNetwork(), sending);
  });
  await Promise.all(sending.underWay.values());
  expect(received).toHaveLength(1);
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

test('secrets renewed within a day sign all, since the one shown first may be in use', async () => {
  const { id, secret } = await add();
  const renew = () => administrator.call(renewSecret, { params: { id } });
  const secrets = [secret, (await renew()).secret, (await renew()).secret];
  await scene.file();
  await run();
  for (const each of secrets) expect(() => verify(received[0]!, each)).not.toThrow();
});

test('a webhook that is quiet is ended too once its one event failed for three days', async () => {
  const { id } = await add();
  await scene.file();
  answer = status(500);
  await run();
  const failingSince = sql`now() - interval '73 hours'`;
  await api.services.db.update(program).set({ failingSince }).where(eq(program.accountId, id));
  await run();
  expect(received).toHaveLength(1);
  const shown = (await scene.supervisor.call(listPrograms)).find((it) => it.id === id);
  expect(shown).toMatchObject({ state: 'ended', endedBy: null });
});

test('an event is not given up before its webhook has failed for three days', async () => {
  const { id } = await add();
  await scene.file();
  answer = status(500);
  const waits = [];
  for (let tries = 0; ; tries += 1) {
    await makeDue();
    await run();
    if (received.length === tries) break;
    const asked = `select extract(epoch from next_try_at - now())::float8 as wait from webhook_delivery where program_id = '${id}'`;
    waits.push((await api.pool.query<{ wait: number }>(asked)).rows[0]!.wait);
  }
  const days = waits.slice(0, -1).reduce((sum, wait) => sum + wait, 0) / 86_400;
  expect(days).toBeGreaterThan(3.5);
});

test('what an import wrote is not sent, and the next step on it is', async () => {
  const { id } = await add();
  const imported = await scene.file();
  await api.pool.query('update complaint set imported_version = 1 where id = $1', [imported]);
  await scene.act(scene.officer, imported, 'start', { version: 1 });
  await run();
  expect((await deliveries(id)).map(({ eventId }) => eventId)).toEqual([`${imported}-2`]);
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

test('a delivery names its complaint, and is sent again on request', async () => {
  const { id } = await add();
  const { row } = await rowOf(api, await scene.file());
  await run();
  const [first] = await deliveries(id);
  expect(first).toMatchObject({ trackingId: row.trackingId });
  await scene.supervisor.call(redeliver, { params: { id }, body: { delivery: first!.id } });
  await run();
  expect(received).toHaveLength(2);
  const unknown = scene.supervisor.call(redeliver, { params: { id }, body: { delivery: crypto.randomUUID() } });
  expect((await failure(unknown)).status).toBe(404);
});

test('a webhook that was ended sends nothing again, and keeps when it delivered', async () => {
  const { id } = await add();
  await scene.file();
  await run();
  const before = await deliveries(id);
  await scene.supervisor.call(endProgram, { params: { id } });
  const again = scene.supervisor.call(redeliver, { params: { id }, body: { delivery: before[0]!.id } });
  expect(await failure(again)).toMatchObject({ status: 409, message: staffMessage.webhookStopped });
  expect(await deliveries(id)).toEqual(before);
});

test('a Node whose check of addresses does not work sends nothing', async () => {
  await add();
  await scene.file();
  const { request } = http;
  vi.spyOn(http, 'request').mockImplementation(((url: string, options: object) =>
    request(url, { ...options, lookup: undefined })) as never);
  await expect(run()).rejects.toThrow('This Node does not check the addresses of webhooks.');
  expect(received).toEqual([]);
});

test('without a network that the operator names, no event reaches this machine', async () => {
  const { id } = await add();
  await scene.file();
  await run(api.services);
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

test('the secret of a webhook is stored sealed', async () => {
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
