import { openGuestSession } from '@baraza/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createScene, rowOf, type Scene } from '../../test/support/complaints.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { seal } from '../crypto/seal.ts';
import { hashNumber } from '../mail/channel-contact.store.ts';
import { seedReferenceData } from '../features/office/category/reference-data.ts';
import { eraseAccount } from '../features/people/privacy/erase-account.ts';
import { insertMessage } from './inbound.store.ts';
import { numberOf } from '../mail/number.ts';
import { answerLeft } from './receive-message.ts';

const secret = 'a-secret-that-nobody-can-guess';
const environment = {
  CHANNELS: JSON.stringify([
    { name: 'sms', preset: 'kannel', secret, country: 'NG' },
    { name: 'ussd', kind: 'ussd', preset: 'africastalking', secret, country: 'NG' },
  ]),
};
const api = sharedTestApp({ environment, rates: { channelMessages: { max: 1_000, seconds: 60 } } });
let scene: Scene;
let office = '';
beforeAll(async () => {
  scene = await createScene(api);
  await seedReferenceData(api.services);
  const { rows } = await api.pool.query<{ name: string }>('select name from mda where id = $1', [scene.fields().mda]);
  office = rows[0]?.name ?? '';
});

let sent = 0;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const post = (fields: Record<string, string>, url = `/channel/sms/${secret}`) =>
  api.app.inject({ method: 'POST', url, headers: form, payload: new URLSearchParams(fields).toString() });

/** Sends a message from a number; returns the answer. */
async function say(from: string, text: string, id = `message ${(sent += 1)}`): Promise<string> {
  const { statusCode, body } = await post({ id, from, text });
  expect({ statusCode, body }).toMatchObject({ statusCode: 200 });
  return body;
}
const words = 'The tap has been dry since Monday morning';

/** Files a complaint from a number; returns its tracking ID and id. */
async function fileBy(from: string) {
  for (const text of ['hello', '0', words, 'Hill Road']) await say(from, text);
  const [trackingId = ''] = /SDP-\d\d-\w{6}/u.exec(await say(from, '1')) ?? [];
  const { rows } = await api.pool.query<{ id: string }>('select id from complaint where tracking_id = $1', [
    trackingId,
  ]);
  return { trackingId, id: rows[0]?.id ?? '' };
}
/** Reads the newest complaint of a number. */
async function newest(from: string) {
  const { rows } = await api.pool.query(
    `select c.* from complaint c join channel_contact k on k.account_id = c.citizen_id where k.number_hash = $1`,
    [hashNumber(api.services.keys, from)],
  );
  return rows.at(-1);
}
const count = async (sql: string) => Number((await api.pool.query(`select count(*) from ${sql}`)).rows[0].count);
const newNumber = () => `+23480312${String(10_000 + (sent += 1))}`;

describe('a complaint by SMS', () => {
  test('is filed confidentially under Others with the day of receipt, its first words as title and the channel as source', async () => {
    const from = newNumber();

    for (const text of ['hello', office, words, 'Hill Road']) await say(from, text);
    const receipt = await say(from, '1');

    const [trackingId] = /SDP-\d\d-\w{6}/u.exec(receipt) ?? [];
    const { rows } = await api.pool.query(
      `select c.*, k.name as category, a.phone, a.email, a.first_name, a.language from complaint c
        join category k on k.id = c.category_id join account a on a.id = c.citizen_id where tracking_id = $1`,
      [trackingId],
    );
    expect(rows).toMatchObject([
      {
        mda_id: scene.fields().mda,
        title: words,
        description_text: words,
        location: 'Hill Road',
        identity: 'confidential',
        source: 'sms',
        category: 'Others',
        phone: null,
        first_name: '',
        language: 'en',
      },
    ]);
  });

  test('is filed once by the same message sent 50 times at once, and each gets the same answer', async () => {
    const from = newNumber();
    for (const text of ['hello', '0', words, 'Hill Road']) await say(from, text);
    const before = await count('complaint');

    const answers = await Promise.all(Array.from({ length: 50 }, () => say(from, '1', `again ${from}`)));

    expect(await count('complaint')).toBe(before + 1);
    expect(new Set(answers)).toHaveLength(1);
    expect(answers[0]).toContain('Received: SDP-');
  });

  test('is filed once when a server stops amid filing, by the next server or by the repeated message', async () => {
    const from = newNumber();
    for (const text of ['hello', '0', words, 'Hill Road']) await say(from, text);
    const before = await count('complaint');
    const dying = await api.rebuild({ carryOut: () => Promise.reject(new Error('killed')) });
    const request = { method: 'POST', url: `/channel/sms/${secret}`, headers: form } as const;
    const payload = new URLSearchParams({ id: `killed ${from}`, from, text: '1' }).toString();

    expect((await dying.inject({ ...request, payload })).statusCode).toBe(500);
    await dying.close();
    expect(await count('complaint')).toBe(before);
    expect(await count('account where receipt_hash is not null and id not in (select citizen_id from complaint)')).toBe(
      0,
    );

    api.clock.advance(31_000);
    await answerLeft(api.services);
    expect(await count('complaint')).toBe(before + 1);
    expect(await say(from, '1', `killed ${from}`)).toContain('Received: SDP-');
    expect(await count('complaint')).toBe(before + 1);
  });

  test('messages that wait are answered in the order in which they were written', async () => {
    const from = newNumber();
    for (const text of ['hello', '0']) await say(from, text);
    const numberHash = hashNumber(api.services.keys, from);
    const keep = (text: string, seconds: number) => {
      const at = new Date(api.clock.now().getTime() - seconds * 1_000);
      const sealed = seal(api.services.keys.channel, JSON.stringify({ number: from, text }));
      const message = {
        channel: 'sms',
        externalId: `${text} ${from}`,
        numberHash,
        sealed,
        at,
        receivedAt: api.clock.now(),
      };
      return insertMessage(api.services.db, message);
    };
    await keep('Hill Road', 10);
    await keep(words, 20);

    await say(from, '1');

    expect(await newest(from)).toMatchObject({ location: 'Hill Road', title: words });
  });

  test('stays with its number: another one learns nothing of it', async () => {
    const from = newNumber();
    const { trackingId } = await fileBy(from);

    expect(await say(from, `status ${trackingId}`)).toBe(`${trackingId}: Pending`);
    const other = newNumber();
    expect(await say(other, `status ${trackingId}`)).toBe(`No complaint ${trackingId} was sent from this number.`);
    expect(await say(other, `code ${trackingId}`)).toContain('was sent from this number');
  });

  test('is answered, confirmed and re-opened by messages of its number', async () => {
    const from = newNumber();
    await say(from, 'hello');
    for (const text of [office, words, 'Hill Road', '1']) await say(from, text);
    const { id } = await newest(from);
    await scene.act(scene.officer, id, 'start');
    await scene.act(scene.officer, id, 'ask');
    expect(await say(from, 'status')).toContain('ANSWER');

    expect(await say(from, 'answer the blue house')).toBe('Your answer was passed on.');
    await scene.act(scene.officer, id, 'resolve');
    expect(await say(from, '1')).toBe('Thank you. Counted as confirmed.');
    await say(from, '2');
    expect(await say(from, 'Dry again')).toBe('Your complaint is open again.');

    const { row, events } = await rowOf(api, id);
    expect(row).toMatchObject({ state: 'received', cycle: 2 });
    expect(events.map(({ action, text, reason }) => [action, text ?? reason])).toEqual(
      expect.arrayContaining([
        ['answer', 'the blue house'],
        ['reopen', 'Dry again'],
      ]),
    );
  });

  test('CODE opens it in the portal', async () => {
    const from = newNumber();
    const { trackingId, id } = await fileBy(from);

    const [receiptCode = ''] = /\d{16}/u.exec(await say(from, 'code')) ?? [];

    expect(await api.call(openGuestSession, { body: { trackingId, receiptCode } })).toMatchObject({ id });
  });

  test('is refused past the limit of its number with the question left open', async () => {
    const from = newNumber();
    for (let filed = 0; filed < 10; filed += 1) await fileBy(from);
    const before = await count('complaint');

    for (const text of ['hello', '0', words, 'Hill Road']) await say(from, text);
    expect(await say(from, '1')).toMatch(/too many|try again/iu);

    expect(await count('complaint')).toBe(before);
  });
});

describe('a gateway', () => {
  const ways: [string, () => Promise<{ statusCode: number; body: string }>][] = [
    [
      'Kannel by GET in UTF-16',
      async () => {
        const text = encodeURIComponent('').concat(
          [...Buffer.from('Hello ọ', 'utf16le').swap16()]
            .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
            .join(''),
        );
        return api.app.inject({
          url: `/channel/sms/${secret}?id=${(sent += 1)}&from=%2B2348031230001&to=1&text=${text}&ts=1764400000&charset=UTF-16BE`,
        });
      },
    ],
    [
      'RapidPro with sender and an RFC 3339 date',
      async () => post({ sender: '+2348031230002', text: 'hi', date: '2026-05-04T09:00:00Z' }),
    ],
    [
      'Africa’s Talking with a date with a space',
      async () =>
        post({
          id: `at ${(sent += 1)}`,
          from: '+2348031230003',
          to: '1',
          text: 'hi',
          date: '2026-05-04 09:00:00',
          linkId: 'x',
        }),
    ],
    [
      'JSON',
      async () =>
        api.app.inject({
          method: 'POST',
          url: `/channel/sms/${secret}`,
          payload: { id: (sent += 1), from: '+2348031230004', text: 'hi' },
        }),
    ],
  ];
  test.each(ways)('%s is understood', async (_, ask) => {
    expect(await ask()).toMatchObject({ statusCode: 200, body: expect.stringContaining('Which office?') });
  });

  test('a long message of 1,600 signs with half an emoji is filed without the half', async () => {
    const from = newNumber();
    const long = 'No water 😀 '.repeat(145).slice(0, 1_599);
    for (const text of ['hello', '0', `${long}\uD83D`, 'Hill Road']) await say(from, text);

    const receipt = await say(from, '1');

    const [trackingId] = /SDP-\d\d-\w{6}/u.exec(receipt) ?? [];
    const { rows } = await api.pool.query('select description_text as text from complaint where tracking_id = $1', [
      trackingId,
    ]);
    expect(rows[0].text).toBe(long.trim());
  });

  test.each([
    '+2348031234567',
    '2348031234567',
    '08031234567',
    '0803 123 4567',
    '002348031234567',
    '0803-123-4567',
    ' 2348031234567',
    '+234 (0) 803 123 4567',
    '٠٨٠٣١٢٣٤٥٦٧',
    'tel:+2348031234567',
    '8031234567',
  ])('the number %j is one and the same', (typed) => {
    expect(numberOf(typed, 'NG')).toBe('+2348031234567');
  });

  test.each(['MTN', '32811', '', 'AIRTEL4U', 'Bank0801234567'])(
    'the sender %j, which is no number, gets no answer',
    async (from) => {
      expect(numberOf(from, 'NG')).toBeUndefined();
      expect(await say(from, 'hello')).toBe('');
    },
  );

  test('a number of a range that is not known yet is taken as it is', () => {
    expect(numberOf('+999123456789', 'NG')).toBe('+999123456789');
  });

  test('a wrong secret, an unknown channel and another method find nothing there', async () => {
    const urls = [`/channel/sms/${secret}x`, `/channel/sms/${'x'.repeat(30)}`, `/channel/none/${secret}`];

    for (const url of urls) {
      expect((await post({ id: '1', from: newNumber(), text: 'x' }, url)).statusCode).toBe(404);
      expect((await api.app.inject({ url })).statusCode).toBe(404);
    }
    const large = await api.app.inject({
      method: 'POST',
      url: urls[0] ?? '',
      headers: form,
      payload: 'x'.repeat(5_000_000),
    });
    expect(large.statusCode).toBe(404);
  });

  test('a body of 5 MB, no fields and broken escapes are refused or go unanswered', async () => {
    const large = await api.app.inject({
      method: 'POST',
      url: `/channel/sms/${secret}`,
      headers: form,
      payload: `from=${newNumber()}&text=${'x'.repeat(5_000_000)}`,
    });
    expect(large.statusCode).toBe(413);
    for (const payload of ['', '%', 'from=%zz&text=%', '=&=&'])
      expect(
        (await api.app.inject({ method: 'POST', url: `/channel/sms/${secret}`, headers: form, payload })).statusCode,
      ).toBe(200);
    for (const payload of [null, [], { from: { a: 1 }, text: ['x'] }])
      expect(
        (await api.app.inject({ method: 'POST', url: `/channel/sms/${secret}`, payload: payload as object }))
          .statusCode,
      ).toBeLessThan(500);
  });
});

describe('USSD', () => {
  const dial = async (from: string, sessionId: string, text: string) =>
    (await post({ sessionId, serviceCode: '*384#', phoneNumber: from, text }, `/channel/ussd/${secret}`)).body;

  test('files a complaint in one session that repeats all its answers', async () => {
    const from = newNumber();
    const answers = ['', '0', `0*${words}`, `0*${words}*Hill * Road`, `0*${words}*Hill * Road*1`];

    const screens: string[] = [];
    for (const text of answers) screens.push(await dial(from, `s ${from}`, text));

    expect(screens.map((screen) => screen.slice(0, 3))).toEqual(['CON', 'CON', 'CON', 'CON', 'END']);
    for (const screen of screens) expect(screen.length).toBeLessThanOrEqual(182);
    expect(await newest(from)).toMatchObject({ source: 'ussd', location: 'Hill * Road', description_text: words });
  });

  test('a session that broke off goes on in the next one', async () => {
    const from = newNumber();
    for (const text of ['', '0', `0*${words}`]) await dial(from, `a ${from}`, text);

    expect(await dial(from, `b ${from}`, '')).toBe('CON Where?');
    expect(await dial(from, `b ${from}`, 'Hill Road')).toBe('CON Send it? 1 yes, 2 no');
  });
});

test('numbers and words of messages are in the database only sealed, and erased with the guest', async () => {
  const from = '+2348035550123';
  const secretWords = 'Purple giraffes block the clinic';
  for (const text of ['hello', '0', secretWords, 'Hill Road', '1']) await say(from, text);
  for (const table of ['inbound_message', 'channel_dialogue', 'channel_contact', 'throttle', 'account']) {
    const { rows } = await api.pool.query<{ all: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`,
    );
    for (const hidden of [from.slice(1), '8035550123', 'giraffes']) expect(rows[0]?.all).not.toContain(hidden);
  }
  const { citizen_id: guest } = await newest(from);
  const numberHash = hashNumber(api.services.keys, from);
  const left = () =>
    Promise.all(
      ['inbound_message', 'channel_dialogue', 'channel_contact'].map(async (table) =>
        Number(
          (await api.pool.query(`select count(*) from ${table} where number_hash = $1`, [numberHash])).rows[0].count,
        ),
      ),
    );
  expect(await left()).toEqual([5, 1, 1]);

  await eraseAccount(api.services, guest);

  expect(await left()).toEqual([0, 0, 0]);
});

test('messages and dialogues are deleted after 30 days', async () => {
  await say(newNumber(), 'hello');
  api.clock.advance(31 * 24 * 3_600_000);

  await api.cleanUp();

  expect([await count('inbound_message'), await count('channel_dialogue')]).toEqual([0, 0]);
});

test('a server without channels has no such address', async () => {
  const plain = await api.rebuild({ settings: { ...api.services.settings, channels: [] } });

  expect(
    (await plain.inject({ method: 'POST', url: `/channel/sms/${secret}`, headers: form, payload: 'x=1' })).json(),
  ).toEqual((await plain.inject({ method: 'POST', url: '/no/such/thing', headers: form, payload: 'x=1' })).json());
  await plain.close();
});
