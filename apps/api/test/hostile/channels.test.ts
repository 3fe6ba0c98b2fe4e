import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { insertMessage } from '../../src/channels/inbound.store.ts';
import { answerLeft } from '../../src/channels/receive-message.ts';
import { seal } from '../../src/crypto/seal.ts';
import { hashNumber } from '../../src/mail/channel-contact.store.ts';
import { createScene } from '../support/complaints.ts';
import { sharedTestApp } from '../support/server/app.ts';
import { oddText } from './fuzz-values.ts';

const secret = 'a-secret-that-nobody-can-guess';
const otherSecret = 'another-secret-of-another-gateway';
const environment = {
  CHANNELS: JSON.stringify([
    { name: 'sms', preset: 'kannel', secret, country: 'NG' },
    { name: 'other', preset: 'kannel', secret: otherSecret, country: 'NG' },
    { name: 'ussd', kind: 'ussd', secret, country: 'NG' },
  ]),
};
/** Far fewer than messages below: a gateway has one address for all senders. */
const network = { max: 40, seconds: 60 };
const api = sharedTestApp({ environment, rates: { network } });
let office = '';
beforeAll(async () => {
  const { mdaId } = await createScene(api);
  const { rows } = await api.pool.query<{ name: string }>('select name from mda where id = $1', [mdaId]);
  office = rows[0]?.name ?? '';
});

let sent = 0;
const headers = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (fields: Record<string, string>, url = `/channel/sms/${secret}`, ip = '10.1.1.1') =>
  api.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(fields).toString(), remoteAddress: ip });
const newNumber = () => `+23480313${String(10_000 + (sent += 1))}`;
const say = (from: string, text: string) => post({ id: `m ${(sent += 1)}`, from, text });
const filedBy = async (from: string) => {
  const { rows } = await api.pool.query<{ text: string; location: string }>(
    `select c.description_text as text, c.location from complaint c
      join channel_contact k on k.account_id = c.citizen_id where k.number_hash = $1`,
    [hashNumber(api.services.keys, from)],
  );
  return rows;
};

test('a gateway passes on more messages than its network may make requests, each of another sender', async () => {
  const answers = await Promise.all(Array.from({ length: 3 * network.max }, () => say(newNumber(), 'hello')));

  expect(answers.filter(({ statusCode, body }) => statusCode !== 200 || !body.includes('Which office?'))).toEqual([]);
});

test('guessed secrets are counted for their network, and right ones still pass', async () => {
  const guess = () => post({ from: newNumber(), text: 'x' }, `/channel/sms/${'x'.repeat(30)}`, '10.1.1.2');

  const statuses: number[] = [];
  for (let tried = 0; tried < network.max + 5; tried += 1) statuses.push((await guess()).statusCode);

  expect(new Set(statuses.slice(0, network.max))).toEqual(new Set([404]));
  expect(new Set(statuses.slice(network.max))).toEqual(new Set([429]));
  const right = await post({ id: 'right', from: newNumber(), text: 'hello' }, undefined, '10.1.1.2');
  expect(right.body).toContain('Which office?');
});

test('a session of whatever role opens no channel', async () => {
  const people = [await api.citizen(), await api.staff('administrator'), await api.staff('oversight')];
  for (const { token } of people)
    for (const method of ['GET', 'POST'] as const) {
      const url = `/channel/sms/${'x'.repeat(30)}?from=${encodeURIComponent(newNumber())}&text=x`;
      const answer = await api.app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });
      expect(answer.statusCode).toBe(404);
    }
});

test('the secret of another gateway opens nothing, nor does a forged signature', async () => {
  const fields = { id: 'x', from: newNumber(), text: 'hello' };
  const body = new URLSearchParams(fields).toString();
  const signature = `sha256=${createHmac('sha256', 'guessed').update(body).digest('hex')}`;

  expect((await post(fields, `/channel/sms/${otherSecret}`, '10.1.1.3')).statusCode).toBe(404);
  expect((await post(fields, `/channel/other/${secret}`, '10.1.1.3')).statusCode).toBe(404);
  const forged = await api.app.inject({
    method: 'POST',
    url: '/channel/sms/guessed-by-somebody-else',
    headers: { ...headers, 'x-hub-signature-256': signature },
    payload: body,
    remoteAddress: '10.1.1.3',
  });
  expect(forged.statusCode).toBe(404);
  expect((await api.pool.query(`select from inbound_message where channel = 'other'`)).rows).toEqual([]);
});

test('one number that floods gets its share, and nobody else waits', async () => {
  const flooding = newNumber();
  const flood = Promise.all(Array.from({ length: 1_000 }, () => say(flooding, 'hello')));
  const times: number[] = [];
  for (let other = 0; other < 10; other += 1) {
    const began = performance.now();
    expect((await say(newNumber(), 'hello')).body).toContain('Which office?');
    times.push(performance.now() - began);
  }
  const answered = (await flood).filter(({ body }) => body !== '');

  expect(answered.length).toBe(60);
  expect(Math.min(...times)).toBeLessThan(5_000);
}, 120_000);

test(
  '10,000 messages in a minute of one number are 60, and another number is answered meanwhile',
  { tags: 'full', timeout: 600_000 },
  async () => {
    const flooding = newNumber();
    const payloads = Array.from({ length: 10_000 }, (_, count) => `${flooding} ${count}`);
    const lanes = Array.from({ length: 50 }, async (_, lane) => {
      let answered = 0;
      for (const id of payloads.filter((_id, index) => index % 50 === lane))
        answered += (await post({ id, from: flooding, text: 'hello' })).body === '' ? 0 : 1;
      return answered;
    });
    const [{ body }, ...rest] = [await say(newNumber(), 'hello'), ...(await Promise.all(lanes))];

    expect(body).toContain('Which office?');
    expect(rest.reduce((sum, answered) => sum + answered, 0)).toBe(60);
  },
);

test('Yoruba marks and emoji that are cut over two messages leave whole text', async () => {
  const from = newNumber();
  const bytes = Buffer.from('Omi kò ṣàn 😀 láti ọjọ́ Ajé', 'utf16le').swap16();
  // Within the emoji, then before a mark of its letter.
  const escape = (part: Buffer) => [...part].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const give = (text: string) =>
    api.app.inject(
      `/channel/sms/${secret}?id=${(sent += 1)}&from=${encodeURIComponent(from)}&charset=UTF-16BE&text=${text}`,
    );
  await say(from, 'hello');
  await say(from, office);

  await give(escape(bytes.subarray(0, 24)));
  await give(escape(bytes.subarray(24)));
  const receipt = await say(from, '1');

  expect(receipt.body).toContain('SDP-');
  const [filed] = await filedBy(from);
  expect(filed?.text.isWellFormed()).toBe(true);
  expect(filed?.location.isWellFormed()).toBe(true);
  expect(filed?.text).toContain('Omi kò ṣàn');
  expect(filed?.location).toContain('ọjọ́ Ajé');
});

test('a USSD session that never ends files once, and ends at the limit of its number', async () => {
  const from = newNumber();
  const dial = (text: string) =>
    post({ sessionId: `endless ${from}`, serviceCode: '*384#', phoneNumber: from, text }, `/channel/ussd/${secret}`);
  const answers = [office, 'No water since Monday', 'Hill Road', ...Array.from({ length: 76 }, () => '1')];
  const screens = [(await dial('')).body];
  for (const [turn] of answers.entries()) screens.push((await dial(answers.slice(0, turn + 1).join('*'))).body);

  for (const screen of screens) expect(screen).toMatch(/^(?:CON|END) /u);
  expect(screens.slice(60)).toEqual(Array.from({ length: 20 }, () => 'END '));
  expect(await filedBy(from)).toHaveLength(1);
  expect((await dial('x'.repeat(100_000))).statusCode).toBeLessThan(500);
});

test('whatever a gateway sends is no fault of the server', async () => {
  const names = ['id', 'from', 'text', 'date', 'ts', 'charset', 'sessionId', 'phoneNumber', 'status', 'uuid', 'to'];
  const odd = fc.oneof(
    oddText,
    fc.constantFrom('UTF-16BE', '8-BIT', '٠٨٠٣١٢٣٤٥٦٧', '+2348031234567', 'Infinity', '-1'),
  );
  const fields = fc.array(fc.tuple(fc.constantFrom(...names), odd), { maxLength: 8 });
  const place = fc.constantFrom('', '/delivery', '/sent', '/failed', '/nonsense');
  const way = fc.constantFrom('query', 'form', 'json', 'bytes');
  await fc.assert(
    fc.asyncProperty(fields, place, way, fc.constantFrom('sms', 'ussd'), async (pairs, suffix, kind, channel) => {
      const url = `/channel/${channel}/${secret}${suffix}`;
      const encoded = new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()])).toString();
      const requests = {
        query: { method: 'GET', url: `${url}?${encoded}` },
        form: { method: 'POST', url, headers, payload: encoded },
        json: { method: 'POST', url, payload: Object.fromEntries(pairs) },
        bytes: { method: 'POST', url, headers, payload: Buffer.from(pairs.join('&')) },
      } as const;
      const { statusCode, body } = await api.app.inject(requests[kind]);
      expect({ statusCode, body }).toMatchObject({ statusCode: expect.toSatisfy((status: number) => status < 500) });
    }),
    { numRuns: 300 },
  );
  await answerLeft(api.services);
}, 120_000);

test('a waiting message that cannot be opened holds up nobody else', async () => {
  const { keys, db } = api.services;
  const keep = (number: string, key: Buffer) =>
    insertMessage(db, {
      channel: 'sms',
      externalId: `left ${number}`,
      numberHash: hashNumber(keys, number),
      sealed: seal(key, JSON.stringify({ number, text: 'hello' })),
      at: api.clock.now(),
      receivedAt: api.clock.now(),
    });
  const lost = Buffer.alloc(32, 7);
  for (const key of [lost, keys.channel, keys.channel, lost]) await keep(newNumber(), key);
  api.clock.advance(31_000);

  await answerLeft(api.services);

  const { rows } = await api.pool.query<{ handled: boolean }>(
    `select handled_at is not null as handled from inbound_message where external_id like 'left %'`,
  );
  expect(rows.filter(({ handled }) => handled)).toHaveLength(2);
});
