import { getDeskComplaint, submitGuestComplaint } from '@baraza/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScene, type Scene } from '../../test/support/complaints.ts';
import { sharedTestApp } from '../../test/support/server/app.ts';
import { type MailServer, startMailServer } from '../../test/support/server/mail-server.ts';
import { eraseContact, hashNumber, insertContact, stopContact } from './channel-contact.store.ts';
import { replyAddressOf } from './reply-address.ts';

const domain = 'reply.example.org';
const gateway = {
  name: 'sms',
  country: 'NG',
  secret: 'a-secret-that-nobody-can-guess',
  send: { url: 'http://127.0.0.1:9/' },
};
const api = sharedTestApp({ environment: { REPLY_DOMAIN: domain, CHANNELS: JSON.stringify([gateway]) } });
let scene: Scene;
let server: MailServer;
let refusal: number | undefined;
beforeAll(async () => {
  scene = await createScene(api);
  server = await startMailServer(0, { refuses: () => refusal });
});
afterAll(() => server.close());

const send = (port = server.port) =>
  api.runJobs({ settings: { ...api.services.settings, smtpUrl: `smtp://127.0.0.1:${port}` } });
const atDesk = (id: string) => scene.officer.call(getDeskComplaint, { params: { id } });
const header = (mail: string, name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(mail)?.[1]?.trim();

test('the desk shows beside each step what became of the mail about it', async () => {
  const id = await scene.file();
  await send();
  expect((await atDesk(id)).deliveries).toMatchObject([{ steps: ['1'], by: 'mail', state: 'sent', why: null }]);

  await scene.act(scene.officer, id, 'start');
  expect((await atDesk(id)).deliveries[1]).toMatchObject({ steps: ['2'], state: 'queued' });
  await send(9);
  expect((await atDesk(id)).deliveries[1]).toMatchObject({ state: 'queued', why: 'ESOCKET' });

  refusal = 550;
  await api.pool.query('update mail_outbox set next_try_at = now()');
  await send();
  refusal = undefined;
  expect((await atDesk(id)).deliveries[1]).toMatchObject({ state: 'failed', why: 'EENVELOPE 550' });
});

test('news that leave in one mail are one delivery of several steps', async () => {
  const id = await scene.file();
  await send();
  const settings = { ...api.services.settings, newsWait: 60, smtpUrl: `smtp://127.0.0.1:${server.port}` };
  await scene.act(scene.officer, id, 'start');
  await scene.act(scene.officer, id, 'reply', { text: 'We come.' });

  await api.runJobs({ settings });

  expect((await atDesk(id)).deliveries.slice(1)).toMatchObject([{ steps: ['2', '3'], state: 'sent' }]);
});

test('mails to a citizen about an open complaint can be answered, mails to staff cannot', async () => {
  server.mails.length = 0;
  const id = await scene.file({ identity: 'confidential' });
  await scene.act(scene.supervisor, id, 'assign', { assignee: scene.officer.id });
  await send();

  const address = replyAddressOf(api.services.keys, domain, id);
  const to = (email: string) => server.mails.filter((mail) => header(mail, 'To') === email);
  expect(to(scene.citizen.email).map((mail) => header(mail, 'Reply-To'))).toEqual([address]);
  expect(to(scene.citizen.email)[0]?.replaceAll(/=\r?\n/gu, '')).toContain('Leave out your signature');
  expect(to(scene.officer.email).map((mail) => header(mail, 'Reply-To'))).toEqual([undefined]);
  expect(to(scene.officer.email)).toHaveLength(1);
});

test('the desk says how a citizen is told before anybody writes: by mail, by phone, not any more, or not at all', async () => {
  const findReach = async (id: string) => (await atDesk(id)).citizen.reach;
  expect(await findReach(await scene.file())).toBe('mail');

  const form = { ...scene.fields(), identity: 'confidential' } as const;
  const { id } = await api.call(submitGuestComplaint, { form });
  expect(await findReach(id)).toBe('portal');

  const { keys, db } = api.services;
  const { rows } = await api.pool.query<{ id: string }>('select citizen_id as id from complaint where id = $1', [id]);
  const number = '+2348031234567';
  await insertContact(db, keys, { accountId: rows[0]?.id ?? '', channel: 'sms', number, key: 'key' });
  expect(await findReach(id)).toBe('phone');
  expect((await atDesk(id)).citizen.sms).toMatch(/^New reply \(SDP-\d\d-\w{6}\)\nFor more send STATUS\.$/u);
  await stopContact(db, hashNumber(keys, number), true);
  expect(await findReach(id)).toBe('stopped');
  expect((await atDesk(id)).citizen.sms).toBeNull();
});

test('what arrived from a number goes with the last who has it, deliveries with whoever they went to', async () => {
  const { keys, db } = api.services;
  const number = '+2348031239999';
  const citizens = [await api.citizen(), await api.citizen()];
  for (const { id } of citizens) await insertContact(db, keys, { accountId: id, channel: 'sms', number, key: '' });
  const hash = hashNumber(keys, number);
  await api.pool.query(
    `insert into inbound_message (id, channel, external_id, number_hash, sealed, at, received_at)
     values (gen_random_uuid(), 'sms', 'x', $1, 'x', now(), now())`,
    [hash],
  );
  await api.pool.query(`insert into channel_dialogue (channel, number_hash, updated_at) values ('sms', $1, now())`, [
    hash,
  ]);
  const left = async () => {
    const counts = ['inbound_message', 'channel_dialogue', 'channel_contact'].map(
      (table) => `(select count(*)::int from ${table} where number_hash = $1)`,
    );
    const { rows } = await api.pool.query<{ left: number[] }>(`select array[${counts.join()}] as left`, [hash]);
    return rows[0]?.left;
  };

  await eraseContact(db, citizens[0]!.id);
  expect(await left()).toEqual([1, 1, 1]);
  await eraseContact(db, citizens[1]!.id);
  expect(await left()).toEqual([0, 0, 0]);

  const { rows } = await api.pool.query<{ count: number }>('select count(*)::int from delivery where citizen_id = $1', [
    scene.citizen.id,
  ]);
  expect(rows[0]?.count).toBeGreaterThan(0);
  await eraseContact(db, scene.citizen.id);
  expect(await api.pool.query('select from delivery where citizen_id = $1', [scene.citizen.id])).toMatchObject({
    rowCount: 0,
  });
});
