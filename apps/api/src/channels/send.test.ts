import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { mailOutbox } from '../db/schema/tables.ts';
import { readSettings } from '../config/settings.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import { lanes } from '../mail/outbox.store.ts';

/** The fields of a request to a gateway. */
let asked: Record<string, string>[] = [];
let status = 200;
let answer = '{}';
const gateway = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    const query = request.url?.split('?')[1] ?? '';
    asked.push({ ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(new URLSearchParams(body)) });
    response.writeHead(status).end(answer);
  });
});
const secret = 'a-secret-that-nobody-can-guess';

/** Reads the settings that the page for operators shows, for the gateway of the test. */
async function settingsOfPage(heading: string): Promise<object> {
  const page = await readFile(new URL('../../../../docs/operate/channels.md', import.meta.url), 'utf8');
  const [, json = ''] = new RegExp(`## [^\\n]*${heading}.*?\`\`\`json\\n(.*?)\`\`\``, 'su').exec(page) ?? [];
  const { port } = gateway.address() as { port: number };
  return JSON.parse(
    json.replaceAll('SECRET', secret).replace('https://smsapi1.dmarkmobile.com', `http://127.0.0.1:${port}`),
  ) as object;
}
const api = sharedTestApp();
let scene: Scene;
let app: Awaited<ReturnType<typeof api.rebuild>>;
let settings: typeof api.services.settings;
let office = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as { port: number }).port}/send`;
  const channels = [
    { name: 'pro', preset: 'rapidpro', secret, country: 'NG', send: { url } },
    {
      name: 'kannel',
      preset: 'kannel',
      secret,
      country: 'NG',
      send: { url, method: 'GET', fields: { username: 'us' } },
    },
    { name: 'ussd', kind: 'ussd', secret, country: 'NG' },
    { name: 'at', preset: 'africastalking', secret, country: 'NG', send: { url } },
    { ...(await settingsOfPage('DMark')), name: 'dmark' },
  ];
  settings = { ...api.services.settings, channels: readSettings({ CHANNELS: JSON.stringify(channels) }).channels };
  app = await api.rebuild({ settings });
  scene = await createScene(api);
  const { rows } = await api.pool.query<{ name: string }>('select name from mda where id = $1', [scene.mdaId]);
  office = rows[0]?.name ?? '';
});
afterAll(async () => {
  await app.close();
  gateway.close();
});
beforeEach(() => {
  asked = [];
  status = 200;
  answer = '{}';
});

const send = () => api.runJobs({ settings });
let sent = 0;
const newNumber = () => `+23480312${String(10_000 + (sent += 1))}`;
const say = async (channel: string, from: string, text: string) => {
  const payload = { id: `message ${(sent += 1)}`, from, text };
  const { statusCode, body } = await app.inject({ method: 'POST', url: `/channel/${channel}/${secret}`, payload });
  expect(statusCode).toBe(200);
  return body;
};

/** Files a complaint from a number; returns its id. */
async function fileBy(channel: string, from: string): Promise<string> {
  for (const text of ['hello', office, 'Purple tap is dry', 'Hill Road', '1']) await say(channel, from, text);
  const { rows } = await api.pool.query<{ id: string }>(`select id from complaint where title = 'Purple tap is dry'
    and citizen_id in (select account_id from channel_contact) order by tracking_id`);
  await send();
  asked = [];
  const known = filed.splice(0);
  const id = rows.find((row) => !known.includes(row.id))?.id ?? '';
  filed.push(...known, id);
  return id;
}
const filed: string[] = [];

test('replies of a channel that waits for none go out by the outbox', async () => {
  const from = newNumber();

  expect(await say('pro', from, 'hello')).toBe('');
  await send();

  expect(asked).toMatchObject([
    { to: from, to_no_plus: from.slice(1), text: expect.stringContaining('Which office?') },
  ]);
});

test('replies do not wait for a mail server that is away', async () => {
  await enqueueMail(api.services.db, api.services, {
    to: 'ada@home.example',
    subject: 'Your account',
    text: 'x',
    lane: lanes.account,
  });
  await say('pro', newNumber(), 'hello');

  await api.runJobs({ settings: { ...settings, smtpUrl: 'smtp://127.0.0.1:9' } });

  expect(asked).toHaveLength(1);
  await api.services.db.delete(mailOutbox);
});

test('an answer that GSM-7 cannot hold names its coding', async () => {
  const ask = (text: string) =>
    app.inject({
      method: 'POST',
      url: `/channel/kannel/${secret}`,
      payload: { id: `coding ${text}`, from: newNumber(), text },
    });

  expect((await ask('English')).headers['x-kannel-coding']).toBeUndefined();
  expect((await ask('Yoruba')).headers['x-kannel-coding']).toBe('2');
});

test('news of a complaint go to its number, without office, title or words, and not after STOP', async () => {
  const from = newNumber();
  const id = await fileBy('kannel', from);
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'reply');
  await send();

  expect(asked.length).toBeGreaterThan(0);
  for (const message of asked) {
    expect(message).toMatchObject({ to: from, username: 'us', coding: '0', charset: 'UTF-8' });
    expect(message['text']).toMatch(/\(SDP-\d\d-\w{6}\)\nFor more send STATUS\.$/u);
    for (const hidden of [office, 'Purple', 'The words of']) expect(message['text']).not.toContain(hidden);
    expect(message['dlr-url']).toContain(`/channel/kannel/${secret}/delivery?id=`);
  }
  await say('kannel', from, 'stop');
  asked = [];
  await scene.act(scene.officer, id, 'reply');
  await send();
  expect(asked).toEqual([]);
});

test('news wait while the gateway is away, and mails do not', async () => {
  const id = await fileBy('pro', newNumber());
  status = 503;
  await scene.act(scene.officer, id, 'start');
  await send();
  expect(await api.services.db.select().from(mailOutbox)).toMatchObject([{ attempts: 1, lastErrorCode: 'ESMS 503' }]);

  status = 200;
  asked = [];
  await api.services.db.update(mailOutbox).set({ nextTryAt: new Date(0) });
  await send();
  expect(asked).toHaveLength(1);
});

test('a message is recorded as queued, sent, delivered, or failed with the reason', async () => {
  const from = newNumber();
  const id = await fileBy('pro', from);
  const deliveries = async () =>
    (await api.pool.query('select state, why from delivery where complaint_id = $1', [id])).rows as object[];
  const report = (place: string, payload: object) =>
    app.inject({ method: 'POST', url: `/channel/pro/${secret}/${place}`, payload });
  status = 500;
  await scene.act(scene.officer, id, 'start');
  await send();
  expect(await deliveries()).toEqual([{ state: 'queued', why: 'ESMS 500' }]);

  status = 200;
  asked = [];
  await api.services.db.update(mailOutbox).set({ nextTryAt: new Date(0) });
  await send();
  expect(await deliveries()).toEqual([{ state: 'sent', why: null }]);

  const given = { id: asked[0]?.['id'] };
  await report('delivery', { id: 'another', status: '1' });
  await report('delivery', { ...given, status: 'nonsense' });
  expect(await deliveries()).toEqual([{ state: 'sent', why: null }]);
  await report('delivery', { ...given, status: '2' });
  expect(await deliveries()).toEqual([{ state: 'failed', why: '2' }]);
  await report('delivered', given);
  await report('failed', given);
  expect(await deliveries()).toEqual([{ state: 'delivered', why: 'delivered' }]);
  const wrong = await app.inject({ method: 'POST', url: `/channel/pro/${secret}x/delivered`, payload: given });
  expect(wrong.statusCode).toBe(404);
});

describe('news that a gateway', () => {
  /** Files a complaint whose citizen wants news by phone, then by mail, and starts it. */
  async function startBy(channel: string) {
    const id = await fileBy(channel, newNumber());
    await api.pool.query(
      `update account set news_ways = '{phone,mail}', email = id || '@home.example'
       where id = (select citizen_id from complaint where id = $1)`,
      [id],
    );
    await scene.act(scene.officer, id, 'start');
    return id;
  }
  const deliveries = async (id: string) => {
    const all =
      'select id, channel, state, why from delivery where complaint_id = $1 and 2 = any (steps) order by channel';
    return (await api.pool.query<{ id: string }>(all, [id])).rows;
  };

  test('refuses for good come by the next way at once', async () => {
    const id = await startBy('kannel');
    status = 400;

    await send();

    expect(await deliveries(id)).toMatchObject([
      { channel: 'kannel', state: 'failed', why: 'ESMS 400' },
      { channel: 'mail' },
    ]);
    const given = await api.services.db.select().from(mailOutbox).where(eq(mailOutbox.attempts, 20));
    expect(given).toMatchObject([{ lastErrorCode: 'ESMS 400' }]);
    await api.services.db.delete(mailOutbox);
  });

  test.each([401, 403, 408, 429, 500])('refuses with %i are tried again', async (code) => {
    const id = await startBy('kannel');
    status = code;

    await send();

    expect(await deliveries(id)).toMatchObject([{ channel: 'kannel', state: 'queued', why: `ESMS ${code}` }]);
    await api.services.db.delete(mailOutbox);
  });

  test('reports before our own note of them keep its report, and come by the next way once', async () => {
    const id = await startBy('kannel');
    const [queued] = await deliveries(id);
    const report = () => app.inject(`/channel/kannel/${secret}/delivery?id=${queued?.id}&status=2`);
    await report();
    await send();
    expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', why: '2' });
    await report();
    await send();

    expect(await deliveries(id)).toMatchObject([
      { channel: 'kannel', state: 'failed', why: '2' },
      { channel: 'mail', state: 'sent' },
    ]);
  });

  test('refused are noted as sent where an operator lets them be tried again', async () => {
    const id = await startBy('kannel');
    status = 400;
    await send();
    status = 200;
    await api.services.db.update(mailOutbox).set({ attempts: 0, nextTryAt: new Date(0) });

    await send();

    expect(await deliveries(id)).toContainEqual(
      expect.objectContaining({ channel: 'kannel', state: 'sent', why: null }),
    );
  });
});

test('a delivery report may name the id of the gateway', async () => {
  const from = newNumber();
  answer = JSON.stringify({ SMSMessageData: { Recipients: [{ messageId: 'ATXid_1' }] } });
  await say('at', from, 'hello');
  await send();

  await app.inject({
    method: 'POST',
    url: `/channel/at/${secret}/delivery`,
    payload: { id: 'ATXid_1', status: 'Success' },
  });

  const { rows } = await api.pool.query(`select state from delivery where channel = 'at'`);
  expect(rows).toEqual([{ state: 'delivered' }]);
});

test('a gateway that nobody wrote anything for is connected by the settings that its page shows', async () => {
  const from = newNumber().slice(1);
  const payload = new URLSearchParams({
    msisdn: from,
    text: 'hello',
    short_code: '1234',
    tstamp: '2026-05-04T09:00:00.906335+00:00',
  }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const receive = () => app.inject({ method: 'POST', url: `/channel/dmark/${secret}`, headers, payload });
  await receive();
  await receive();
  await send();

  expect(asked).toMatchObject([
    { sender: '1234', receiver: from, text: expect.stringContaining('Which office?'), dlr_url: expect.anything() },
  ]);
  const report = new URL(asked[0]?.['dlr_url']?.replace('%s', '1') ?? '');
  await app.inject(`${report.pathname}${report.search}`);
  const { rows } = await api.pool.query(`select state from delivery where channel = 'dmark'`);
  expect(rows).toEqual([{ state: 'delivered' }]);
});

test('neither addresses of channels nor words and numbers of messages are in the log, also where they fail', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const logging = await api.rebuild({ settings, log, carryOut: () => Promise.reject(new Error('failed')) });
  const tell = (payload: object) => logging.inject({ method: 'POST', url: `/channel/kannel/${secret}`, payload });

  for (const text of ['hello', office, 'Ada Obi took the purple money', 'Hill Road', '1'])
    await tell({ id: `log ${text}`, from: '+2348035550999', text });
  await logging.inject({ url: `/channel/kannel/${secret}?from=%2B2348035550999&text=purple` });
  await logging.inject({
    method: 'POST',
    url: `/channel/kannel/${secret}`,
    payload: 'purple',
    headers: { 'content-type': 'application/json' },
  });
  await logging.close();

  expect(lines.length).toBeGreaterThan(5);
  for (const hidden of [secret, '8035550999', 'purple', 'Hill Road']) expect(lines.join('')).not.toContain(hidden);
});
