import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { photo } from '../../../test/support/media.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import {
  type GraphFile,
  openWhatsApp,
  place,
  signed,
  tap,
  text,
  url,
  verifyToken,
  webhookOf,
  type WhatsAppScene,
  words,
  wordsOf,
} from '../../../test/support/whatsapp.ts';
import { hashNumber } from '../../mail/channel-contact.store.ts';
import { eraseAccount } from '../../features/people/privacy/erase-account.ts';
import { answerLeft } from '../receive-message.ts';

const api = sharedTestApp({ rates: { channelMessages: { max: 100_000, seconds: 60 } } });
let wa: WhatsAppScene;
beforeAll(async () => {
  wa = await openWhatsApp(api);
});
afterAll(() => wa.close());
beforeEach(() => wa.forget());

describe('the address', () => {
  const ask = (query: object, at = url) => wa.app.inject({ url: at, query: query as Record<string, string> });
  const right = { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken, 'hub.challenge': '1158201444' };

  test('is proved to Meta by the challenge, and only with the token', async () => {
    const proved = await ask(right);
    expect([proved.statusCode, proved.body, proved.headers['content-type']]).toEqual([
      200,
      '1158201444',
      expect.stringContaining('text/plain'),
    ]);

    for (const wrong of [
      { ...right, 'hub.verify_token': 'x' },
      { ...right, 'hub.mode': 'x' },
      { 'hub.mode': 'subscribe', 'hub.verify_token': verifyToken },
      {},
    ])
      expect((await ask(wrong)).statusCode).toBe(403);
    expect((await ask(right, `${url}x`)).statusCode).toBe(404);
  });

  test('takes nothing without a signature, with a forged one, or one of another wa.app or body', async () => {
    const from = wa.newNumber();
    const body = webhookOf({ messages: [wa.message(from, text('hello'))] });
    const payload = JSON.stringify(body);
    const wrong = [
      { 'content-type': 'application/json' },
      { ...signed(payload), 'x-hub-signature-256': 'sha256=' },
      { ...signed(payload), 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      signed(payload, 'the-secret-of-another-app'),
      signed(`${payload} `),
      { ...signed(payload), 'x-hub-signature-256': signed(payload)['x-hub-signature-256'].replace('sha256=', '') },
    ];

    for (const headers of wrong) expect((await wa.post(body, headers)).statusCode).toBe(403);
    const { rows } = await api.pool.query('select 1 from inbound_message where number_hash = $1', [
      hashNumber(api.services.keys, `+${from}`),
    ]);
    expect(rows).toEqual([]);
  });

  test('has no reports of delivery without a signature beside it', async () => {
    expect((await wa.app.inject({ url: `${url}/delivered?id=wamid.OUT1` })).statusCode).toBe(404);
  });

  test('refuses 5 MB, and answers whatever else is signed without a fault of ours', async () => {
    const large = webhookOf({ messages: [wa.message(wa.newNumber(), text('x'.repeat(5_000_000)))] });
    expect((await wa.post(large)).statusCode).toBe(413);
    const odd: unknown[] = [
      null,
      [],
      'x',
      {},
      { entry: 1 },
      { entry: [null, { changes: 1 }, { changes: [null, { value: 1 }] }] },
      webhookOf({ messages: 1, statuses: 'x' }),
      webhookOf({ messages: [null, 1, {}, { id: 1 }, wa.message('2348031230000', { type: 'text', text: 1 })] }),
      webhookOf({
        messages: [wa.message('', text('x')), wa.message('MTN', text('x')), wa.message('2348031230000', text('a\0b'))],
      }),
      webhookOf({ messages: [wa.message('2348031230000', { type: 'image', image: { id: '../me' } })] }),
      webhookOf({ messages: [wa.message('2348031230000', place({ latitude: 'x' }))] }),
      webhookOf({ statuses: [null, {}, { id: 'x', status: 'deleted' }, { id: 1, status: 'read' }] }),
      webhookOf({ errors: [{ code: 130429, title: 'Rate limit hit' }] }),
    ];
    for (const body of odd) expect((await wa.post(body as object)).statusCode).toBe(200);
    const broken = '{"entry":';
    expect((await wa.app.inject({ method: 'POST', url, headers: signed(broken), payload: broken })).statusCode).toBe(
      400,
    );
    await wa.settle();
    await api.runJobs({ settings: wa.settings });
  });

  test('leaves messages of other numbers of the same wa.app alone', async () => {
    const from = wa.newNumber();
    await wa.post(webhookOf({ messages: [wa.message(from, text('hello'))] }, '999'));
    await api.runJobs({ settings: wa.settings });

    expect(wa.graph.sent).toEqual([]);
  });
});

describe('a complaint by WhatsApp', () => {
  test('is filed confidentially with buttons to tap, and nothing sent repeats office, name or words', async () => {
    const from = wa.newNumber();

    await wa.say(from, 'hello', wa.office, words);
    expect(wa.graph.sent[0]?.body).toMatchObject({ to: from, interactive: { type: 'button' } });
    expect(wordsOf(wa.graph.sent[0]?.body)).toContain('WhatsApp and your network do');
    expect(wa.graph.sent.at(-1)?.body).toMatchObject({ interactive: { type: 'location_request_message' } });
    const asked = await wa.say(from, 'Hill Road');
    expect(asked?.interactive?.action.buttons.map(({ reply }) => reply)).toEqual([
      { id: '1', title: 'Yes' },
      { id: '2', title: 'No' },
    ]);
    expect(wordsOf(await wa.say(from, tap('1', 'Yes')))).toContain('Received: SDP-');

    expect(await wa.newest(from)).toMatchObject({
      source: 'whatsapp',
      identity: 'confidential',
      mda_id: wa.scene.mdaId,
      description_text: words,
      location: 'Hill Road',
    });
    const all = JSON.stringify(wa.graph.sent.map(({ body }) => body));
    for (const hidden of [wa.office, 'Ada', 'tap has been', 'Hill Road']) expect(all).not.toContain(hidden);
  });

  test('answers typed as numbers go on working, and emoji stay whole', async () => {
    const from = wa.newNumber();

    await wa.say(from, 'hello', '0', `${words} 😀\uD83D`, 'Hill Road', '1');

    expect(await wa.newest(from)).toMatchObject({ description_text: `${words} 😀` });
  });

  test('voice notes alone file it, with the recording and its length', async () => {
    const from = wa.newNumber();

    const asked = await wa.say(from, wa.voice(), wa.voice(), wa.voice());
    expect(asked?.interactive?.type).toBe('button');
    await wa.say(from, tap('1'));

    expect(await wa.newest(from)).toMatchObject({
      description_text: 'Spoken statement, 0:05',
      title: 'Spoken complaint',
      location: 'In the recording',
      files: [{ kind: 'audio', type: 'audio/ogg' }, { kind: 'audio' }, { kind: 'audio' }],
    });
    const { rows } = await api.pool.query<{ key: string }>(
      `select storage_key as key from file where content_type = 'audio/ogg'`,
    );
    const stored = await buffer((await api.services.files.open(rows[0]?.key ?? ''))!.stream);
    expect([stored.includes('OpusHead'), stored.includes('Ada')]).toEqual([true, false]);
  });

  test('photos and a place of any moment go with it; the place is the where', async () => {
    const from = wa.newNumber();

    const asked = await wa.say(from, await wa.picture(), place(), wa.office, await wa.picture(words));
    expect(asked?.interactive?.type).toBe('button');
    await wa.say(from, tap('1'));

    expect(await wa.newest(from)).toMatchObject({
      description_text: words,
      location: 'Hill Road, Lagos',
      lat: 6.52438,
      lon: 3.37921,
      files: [
        { kind: 'image', name: 'image 1.png' },
        { kind: 'image', name: 'image 2.png' },
      ],
    });
  });

  test('a place without a name is named by its degrees', async () => {
    const from = wa.newNumber();
    await wa.say(from, 'hello', '0', words, place({ name: undefined, address: undefined }), '1');

    expect(await wa.newest(from)).toMatchObject({ location: '6.52438, 3.37921' });
  });

  test.each([
    ['whose bytes never come', { hangs: 'bytes' }, 'did not arrive'],
    ['of which nothing is said', { hangs: 'description' }, 'did not arrive'],
    ['that is said to be too large', { size: 11_000_000 }, '10mb'],
    ['that is too large, whatever is said', { bytes: Buffer.alloc(11_000_000), size: 5 }, '10mb'],
    ['that is no picture', { bytes: Buffer.from('<script>') }, 'accepted'],
    ['that is empty', { bytes: Buffer.of() }, 'empty'],
    ['at an unsafe address', { url: 'http://192.0.2.1/file' }, 'did not arrive'],
    ['at no address', { url: 'x' }, 'did not arrive'],
  ] as [string, Partial<GraphFile>, string][])(
    'a file %s is told, and the complaint is filed without it',
    async (_, fault, told) => {
      const from = wa.newNumber();
      await wa.say(from, 'hello', '0');

      const bytes = Buffer.from(await (await photo()).arrayBuffer());
      const answer = await wa.say(from, wa.attach('image', { bytes, type: 'image/jpeg', ...fault }, words));
      expect(wordsOf(answer)).toContain(told);
      await wa.say(from, 'Hill Road', '1');

      expect(await wa.newest(from)).toMatchObject({ description_text: words, files: null });
    },
  );

  test('a recording that is no voice note is refused with a reason, and the question stays open', async () => {
    const from = wa.newNumber();
    await wa.say(from, 'hello', '0');

    const answer = await wa.say(
      from,
      wa.attach('audio', { bytes: Buffer.from('ID3\u0003\0\0\0\0\0\0'), type: 'audio/mpeg' }),
    );

    expect(wordsOf(answer)).toContain('voice note');
    expect(wordsOf(answer)).toContain('What happened?');
  });

  test('an answer with a photo reaches the complaint that waits for it', async () => {
    const from = wa.newNumber();
    await wa.say(from, 'hello', wa.office, words, 'Hill Road', '1');
    const { id, tracking_id: trackingId } = await wa.newest(from);
    await wa.scene.act(wa.scene.officer, id, 'start');
    await wa.scene.act(wa.scene.officer, id, 'ask');
    await api.runJobs({ settings: wa.settings });

    expect(wordsOf(await wa.say(from, await wa.picture()))).toContain('ANSWER');
    expect(wordsOf(await wa.say(from, `answer ${trackingId} the blue house`))).toBe('Your answer was passed on.');

    expect(await wa.newest(from)).toMatchObject({ state: 'in_progress', files: [{ kind: 'image' }] });
  });

  test('is one, when its last message comes 50 times at once and once more a day later', async () => {
    const from = wa.newNumber();
    await wa.say(from, 'hello', '0', words, 'Hill Road');
    const before = await wa.complaints();
    const last = webhookOf({ messages: [wa.message(from, text('1'))] });

    const answers = await Promise.all(Array.from({ length: 50 }, () => wa.post(last)));
    await wa.settle();
    await api.runJobs({ settings: wa.settings });
    api.clock.advance(24 * 3_600_000);
    await wa.post(last);
    await wa.settle();
    await api.runJobs({ settings: wa.settings });

    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await wa.complaints()).toBe(before + 1);
    expect(wa.graph.sent.filter(({ body }) => wordsOf(body).includes('Received'))).toHaveLength(1);
  });

  test('messages of a batch are taken in the order of their time, those of one second as they come', async () => {
    const from = wa.newNumber();
    const at = (ago: number) => ({ timestamp: String(wa.seconds() - ago) });
    const batch = [
      wa.message(from, text('1'), at(1)),
      wa.message(from, text(words), at(5)),
      wa.message(from, text('Hill Road'), at(5)),
      wa.message(from, text('hello'), at(9)),
      wa.message(from, text('0'), at(8)),
    ];

    await wa.post(webhookOf({ messages: batch }));
    await wa.settle();

    expect(await wa.newest(from)).toMatchObject({ description_text: words, location: 'Hill Road' });
  });

  test('unknown types ask again, and reactions say nothing', async () => {
    const from = wa.newNumber();
    await wa.say(from, 'hello', '0');
    wa.graph.sent.length = 0;

    await wa.say(from, { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } });
    expect(wa.graph.sent).toEqual([]);
    for (const type of ['sticker', 'contacts', 'unsupported', 'of next year'])
      expect(wordsOf(await wa.say(from, { type, [type]: { id: 'x' } }))).toBe('What happened?');
  });

  test('of somebody who hides their number goes to the id that they have in its place', async () => {
    const one = wa.message('US.13491208655302741918', text('hello'));
    await wa.post(webhookOf({ messages: [one] }));
    await wa.settle();
    await api.runJobs({ settings: wa.settings });

    expect(wa.graph.sent.at(-1)?.body).toMatchObject({ recipient: 'US.13491208655302741918' });
  });

  test('left by a stopped server is answered by the next one, its file too', async () => {
    const from = wa.newNumber();
    await wa.say(from, 'hello', '0');
    const body = webhookOf({ messages: [wa.message(from, wa.voice())] });
    // Kept, but never answered: no process waits for it.
    await api.pool.query(`create function keep() returns trigger language plpgsql as $$ begin raise 'killed'; end $$`);
    await api.pool.query('create trigger keep before update on inbound_message for each row execute function keep()');
    expect((await wa.post(body)).statusCode).toBe(200);
    await vi.waitFor(async () =>
      expect((await api.pool.query('select 1 from inbound_message where handled_at is null')).rowCount).toBe(1),
    );
    await new Promise((resolve) => setTimeout(resolve, 500));
    await api.pool.query('drop trigger keep on inbound_message');

    api.clock.advance(31_000);
    await answerLeft({ ...api.services, settings: wa.settings });
    await api.runJobs({ settings: wa.settings });

    expect(wordsOf(wa.graph.sent.at(-1)?.body)).toBe('Where?');
  });
});

test('numbers, words, places and files of messages are in the database only sealed, and erased with the guest', async () => {
  const from = '2348035550123';
  await wa.say(from, 'hello', wa.office, 'Purple giraffes block the clinic', place({ name: 'Giraffe Lane' }));
  await wa.say(from, await wa.picture(), '1');
  for (const table of [
    'inbound_message',
    'channel_dialogue',
    'channel_contact',
    'throttle',
    'account',
    'delivery',
    'mail_outbox',
  ]) {
    const { rows } = await api.pool.query<{ all: string }>(
      `select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`,
    );
    for (const hidden of [from, '8035550123', 'iraffe', 'Ada Obi']) expect(rows[0]?.all).not.toContain(hidden);
  }
  const { citizen_id: guest } = await wa.newest(from);
  const hash = hashNumber(api.services.keys, `+${from}`);

  await eraseAccount(api.services, guest);

  for (const table of ['inbound_message', 'channel_dialogue', 'channel_contact'])
    expect((await api.pool.query(`select 1 from ${table} where number_hash = $1`, [hash])).rowCount).toBe(0);
});
