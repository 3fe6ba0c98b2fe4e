import { getComplaint, getDeskComplaint } from '@baraza/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createScene, rowOf, type Scene } from '../../../test/support/complaints.ts';
import { photo } from '../../../test/support/media.ts';
import { sharedTestApp } from '../../../test/support/server/app.ts';
import { inboundMessage, mailOutbox, throttle } from '../../db/schema/tables.ts';
import { replyAddressOf } from '../../mail/reply-address.ts';
import { eraseAccount } from '../../features/people/privacy/erase-account.ts';
import { handleMails, keepMail } from './receive-mail.ts';

const domain = 'reply.example.org';
const api = sharedTestApp({ environment: { REPLY_DOMAIN: domain } });
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(api);
});
beforeEach(async () => {
  await api.services.db.delete(throttle);
  await api.services.db.delete(mailOutbox);
});

let sent = 0;
interface Written {
  readonly from?: string;
  readonly head?: readonly string[];
  readonly type?: string;
}
const addressOf = (id: string) => replyAddressOf(api.services.keys, domain, id);

/** Writes a mail to the reply address of a complaint, by its citizen unless another sender is named. */
const write = (id: string, body: string, { from = scene.citizen.email, head = [], type }: Written = {}) =>
  [
    ...head,
    `From: Ada Obi <${from}>`,
    `To: ${addressOf(id)}`,
    'Subject: Re: A question for you',
    `Message-ID: <${(sent += 1)}@home.example>`,
    `Content-Type: ${type ?? 'text/plain; charset=utf-8'}`,
    '',
    body,
  ].join('\r\n');

async function receive(mail: string): Promise<void> {
  await keepMail(api.services, Buffer.from(mail));
  await handleMails(api.services);
}
const lastEvent = async (id: string) => (await rowOf(api, id)).events.at(-1);
const atDesk = (id: string) => scene.officer.call(getDeskComplaint, { params: { id } });
const answers = async () =>
  (await api.outbox()).filter(({ subject }) => subject.startsWith('Not all of your email was added'));

describe('mails to a reply address', () => {
  test('a mail answers the question of the office, once however often it arrives', async () => {
    const id = await scene.fileIn('awaiting_citizen');
    const mail = write(id, 'On Monday.\n\nOn Tue, Water Board wrote:\n> When was that?');

    await receive(mail);
    await receive(mail);

    const { row, events } = await rowOf(api, id);
    expect(row.state).toBe('in_progress');
    expect(events.filter(({ action }) => action === 'answer')).toMatchObject([
      { text: 'On Monday.\n\nOn Tue, Water Board wrote:\n> When was that?', data: { mail: 'own' } },
    ]);
  });

  test('a mail adds its words where no question is open, and the desk and the citizen see that they came by mail', async () => {
    const id = await scene.fileIn('in_progress');

    await receive(write(id, 'It is dry again.'));

    const added = { action: 'addEvidence', text: 'It is dry again.', mail: 'own' };
    expect((await atDesk(id)).history.at(-1)).toMatchObject(added);
    expect((await scene.citizen.call(getComplaint, { params: { id } })).history.at(-1)).toMatchObject(added);
  });

  test('a mail is marked when it comes from another address', async () => {
    const id = await scene.fileIn('in_progress');

    await receive(write(id, 'It is dry.', { from: 'somebody@else.example' }));

    expect(await lastEvent(id)).toMatchObject({ action: 'addEvidence', data: { mail: 'other' } });
  });

  test('a mail in HTML alone is taken as text', async () => {
    const id = await scene.fileIn('in_progress');

    await receive(write(id, '<p>Dry <b>again</b>.</p><script>alert(1)</script>', { type: 'text/html' }));

    expect((await lastEvent(id))?.text).toBe('Dry again.');
  });

  test('a mail neither resolves nor withdraws, whatever it says', async () => {
    const id = await scene.fileIn('in_progress');

    await receive(write(id, 'I withdraw my complaint. Solved. 1'));

    expect((await rowOf(api, id)).row.state).toBe('in_progress');
  });

  test('a mail loses links that answer without signing in, and the reply address', async () => {
    const id = await scene.fileIn('in_progress');

    await receive(write(id, `Thanks\n> http://localhost:3000/solved/abc-DEF_123\n> ${addressOf(id)}`));

    expect((await lastEvent(id))?.text).toBe(`Thanks\n\n> http://localhost:3000/solved/[…]\n> r-[…]@${domain}`);
  });

  test('a mail about a confidential complaint shows neither name nor address of the citizen in the head of the earlier mail', async () => {
    const id = await scene.file({ identity: 'confidential' });
    const { email } = scene.citizen;
    const { rows } = await api.pool.query(
      'select first_name || $2 || last_name as name from account where email = $1',
      [email, ' '],
    );
    const { name } = rows[0] as { name: string };

    await receive(
      write(id, `It is dry.\n\n________________________________\nFrom: Baraza <x@y.example>\nTo: ${name} <${email}>`),
    );

    const { text } = (await atDesk(id)).history.at(-1) ?? {};
    expect(text).toContain('It is dry.');
    expect(text).not.toContain(email);
    expect(text).not.toContain(name);
    expect(text).not.toContain('Ada Obi');
  });

  test('a mail of a long thread keeps its own words where all are too many', async () => {
    const id = await scene.fileIn('in_progress');

    await receive(write(id, `It is dry.\n${'> a line of an earlier mail\n'.repeat(400)}`));

    expect((await lastEvent(id))?.text).toBe('It is dry.\n\n[…]');
  });

  test('a mail starts nothing at an unknown or guessed address', async () => {
    const before = await api.services.db.$count(inboundMessage);
    const mail = write(crypto.randomUUID(), 'Hello');

    expect(await keepMail(api.services, Buffer.from(mail))).toBe(true);
    expect(await keepMail(api.services, Buffer.from(mail.replaceAll(domain, 'other.example')))).toBe(false);
    expect(await api.services.db.$count(inboundMessage)).toBe(before);
  });

  test('a mail is erased with the citizen while it waits, and holds no words once it is handled', async () => {
    const citizen = await api.citizen();
    const id = await scene.file({}, citizen);
    await receive(write(id, 'It is dry.', { from: citizen.email }));
    const { rows } = await api.pool.query('select sealed from inbound_message where complaint_id = $1', [id]);
    expect(rows).toEqual([{ sealed: '' }]);
    await keepMail(api.services, Buffer.from(write(id, 'A second one.', { from: citizen.email })));

    await eraseAccount(api.services, citizen.id);

    expect((await api.pool.query('select from inbound_message where complaint_id = $1', [id])).rows).toEqual([]);
  });
});

describe('files of a mail', () => {
  const withFile = (bytes: Buffer, name: string, type: string) =>
    [
      '--x\r\nContent-Type: text/plain\r\n\r\nSee the file.',
      `--x\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64'),
      '--x--',
    ].join('\r\n');
  const type = 'multipart/mixed; boundary=x';

  test('files of a mail are checked and kept as uploads are', async () => {
    const id = await scene.fileIn('in_progress');
    const picture = Buffer.from(await (await photo()).arrayBuffer());

    await receive(write(id, withFile(picture, 'tap.png', 'image/png'), { type }));

    expect((await atDesk(id)).history.at(-1)).toMatchObject({
      text: 'See the file.',
      attachments: [{ fileName: expect.stringContaining('tap') }],
    });
    expect(await answers()).toEqual([]);
  });

  test('refused files leave the words, and the citizen learns it at their own address', async () => {
    const id = await scene.fileIn('in_progress');
    const from = 'somebody@else.example';

    await receive(write(id, withFile(Buffer.from('MZ a program'), 'run.exe', 'application/exe'), { type, from }));

    expect(await lastEvent(id)).toMatchObject({ text: 'See the file.' });
    expect(await answers()).toMatchObject([{ to: scene.citizen.email, text: expect.stringContaining(id) }]);
  });
});

describe('mails of programs', () => {
  test.each([
    ['an absence note', ['Auto-Submitted: auto-replied']],
    ['a mail of a list', ['Precedence: bulk']],
    ['a mail without an envelope sender', ['Return-Path: <>']],
    ['a receipt of another help desk', ['X-Auto-Response-Suppress: All']],
  ])('starts nothing: %s', async (_, head) => {
    const id = await scene.fileIn('awaiting_citizen');
    const before = await api.services.db.$count(mailOutbox);

    await receive(write(id, 'I am away.', { head }));

    expect((await rowOf(api, id)).row.state).toBe('awaiting_citizen');
    expect(await api.services.db.$count(mailOutbox)).toBe(before);
  });

  const report = (status: string) =>
    `--x\r\nContent-Type: text/plain\r\n\r\nIt failed.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ada@home.example\r\nAction: failed\r\nStatus: ${status}\r\n--x--`;
  const type = 'multipart/report; report-type=delivery-status; boundary=x';

  test('a bounce of the fifth class ends mails to the address and shows on the complaint, until the citizen writes from it', async () => {
    const id = await scene.fileIn('in_progress');
    expect((await atDesk(id)).citizen.mailRefused).toBe(false);

    await receive(write(id, report('4.2.2'), { from: 'mailer-daemon@mx.example', type }));
    expect((await atDesk(id)).citizen.mailRefused).toBe(false);
    await receive(write(id, report('5.1.1'), { from: 'mailer-daemon@mx.example', type }));
    expect((await atDesk(id)).citizen.mailRefused).toBe(true);

    const before = (await api.outbox()).length;
    await scene.act(scene.officer, id, 'reply', { text: 'We come on Monday.' });
    expect(await api.outbox()).toHaveLength(before);

    await receive(write(id, 'I am back.'));
    expect((await atDesk(id)).citizen.mailRefused).toBe(false);
    await scene.act(scene.officer, id, 'reply', { text: 'Good.' });
    expect(await api.outbox()).toHaveLength(before + 1);
  });

  test('another help desk that answers every mail without saying so ends after one answer a day', async () => {
    const id = await scene.fileIn('withdrawn');
    const before = await api.services.db.$count(mailOutbox);

    for (let count = 0; count < 5; count += 1) await receive(write(id, `We received your mail. Ticket ${count}`));

    expect(await api.services.db.$count(mailOutbox)).toBe(before + 1);
  });
});

describe('bad mails', () => {
  test('a mail to a closed complaint adds nothing, and its citizen gets a mail about it', async () => {
    const id = await scene.fileIn('resolved');
    const { events } = await rowOf(api, id);
    const before = (await answers()).length;

    await receive(write(id, 'Are you sure?'));

    expect((await rowOf(api, id)).events).toHaveLength(events.length);
    const { text } = (await answers()).slice(before)[0] ?? {};
    expect(text).toContain('This is not possible while the complaint has this status.');
  });

  test('a mail without words and files adds nothing, and its citizen gets a mail about it', async () => {
    const id = await scene.fileIn('in_progress');
    const { events } = await rowOf(api, id);
    const before = (await answers()).length;

    await receive(write(id, ''));

    expect((await rowOf(api, id)).events).toHaveLength(events.length);
    expect((await answers()).slice(before)).toMatchObject([
      { text: expect.stringContaining('It holds nothing that can be read.') },
    ]);
  });

  test('a mail with 3,000 recipients is taken as one', async () => {
    const id = await scene.fileIn('in_progress');
    const others = Array.from({ length: 3_000 }, (_, number) => `person${number}@home.example`).join(',\r\n ');

    await receive(write(id, 'To all.', { head: [`Cc: ${others}`] }));

    expect(await lastEvent(id)).toMatchObject({ text: 'To all.' });
  });

  test.each([200, 2_000])('a mail with %i levels of parts harms nothing', async (levels) => {
    const id = await scene.fileIn('in_progress');
    const open = Array.from(
      { length: levels },
      (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n`,
    ).join('\r\n');
    const body = `${open}\r\n--b${levels}\r\nContent-Type: text/plain\r\n\r\nDeep down`;

    await receive(write(id, body, { type: 'multipart/mixed; boundary=b0' }));

    expect(await api.services.db.$count(inboundMessage)).toBeGreaterThan(0);
    expect((await api.pool.query('select from inbound_message where handled_at is null')).rows).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['bytes', '\u0000\u0001\uFFFF'.repeat(1_000)],
    ['a head alone', 'From: a@b.example'],
    ['a head that never ends', `X: ${'y'.repeat(3_000_000)}`],
  ])('what is no mail is dropped: %s', async (_, mail) => {
    expect(await keepMail(api.services, Buffer.from(mail))).toBe(false);
  });

  test('2,000 mails of one sender at once are taken up to the limit, and another sender does not wait', async () => {
    const [id, otherId] = [await scene.fileIn('in_progress'), await scene.fileIn('in_progress')];
    const before = await api.services.db.$count(inboundMessage);
    const mails = Array.from({ length: 2_000 }, (_, count) => Buffer.from(write(id, `Number ${count}`)));
    await Promise.all(mails.map((mail) => keepMail(api.services, mail)));
    expect((await api.services.db.$count(inboundMessage)) - before).toBe(60);

    await keepMail(api.services, Buffer.from(write(otherId, 'Just one.', { from: 'another@home.example' })));
    expect((await api.services.db.$count(inboundMessage)) - before).toBe(61);
  });
});

test('without REPLY_DOMAIN no mail can be answered, and none is taken', async () => {
  const settings = { ...api.services.settings, replyDomain: undefined };
  const id = await scene.file();

  expect(await keepMail({ ...api.services, settings }, Buffer.from(write(id, 'Hello')))).toBe(false);
});
