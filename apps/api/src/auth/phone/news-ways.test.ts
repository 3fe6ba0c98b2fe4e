import {
  chooseNewsWays,
  deleteAccount,
  exportOwnData,
  getDeskComplaint,
  getUser,
  type NewsWay,
  updatePassword,
} from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScene } from '../../../test/support/complaints.ts';
import { failure } from '../../../test/support/failure.ts';
import { another, password, sharedPhonePeople } from '../../../test/support/phone-people.ts';
import { type MailServer, startMailServer } from '../../../test/support/server/mail-server.ts';
import { account, delivery, mailOutbox } from '../../db/schema/tables.ts';
import { reportBounce } from '../../mail/delivery.store.ts';
import { recordWithNextWay } from '../../mail/next-way.ts';
import { rememberBounce } from '../../mail/refused-address.ts';

const people = sharedPhonePeople();
const { newNumber, newEmail, textsTo, join, enter, rowOf } = people;
const secret = 'a-secret-that-nobody-can-guess';

/** Makes an account with a number and an e-mail, and a complaint of it in work. */
async function settle(ways?: NewsWay[]) {
  const [number, email] = [newNumber(), newEmail()];
  const token = await join(number);
  const { db } = people.api.services;
  await db.update(account).set({ email }).where(eq(account.phone, number));
  const caller = people.api.callAs(token);
  if (ways) await caller(chooseNewsWays, { body: { ways } });
  const scene = await createScene(people.api);
  const { id: accountId = '' } = (await rowOf(number)) ?? {};
  const owner = { ...scene.citizen, id: accountId, caller: { ...scene.citizen.caller, accountId } };
  const id = await scene.file({ title: 'Purple tap' }, owner);
  await people.api.runJobs();
  return {
    number,
    email,
    caller,
    id,
    start: () => scene.act(scene.officer, id, 'start'),
    reply: () => scene.act(scene.officer, id, 'reply', { text: 'We come.' }),
    mails: async () => (await people.api.outbox()).filter(({ to }) => to === email).map(({ subject }) => subject),
    desk: () => scene.officer.call(getDeskComplaint, { params: { id } }),
    deliveries: () => db.select().from(delivery).where(eq(delivery.complaintId, id)),
    /** Sends a message, and forgets the answer. */
    async say(text: string) {
      const payload = { id: `said ${text} ${number}`, from: number, text };
      await people.api.app.inject({ method: 'POST', url: `/channel/sms/${secret}`, payload });
      await people.api.runJobs();
      people.gateway.messages.length = 0;
    },
  };
}

describe('the choice', () => {
  test('is not offered to an account by e-mail, whatever phone number its profile names', async () => {
    const citizen = await people.api.citizen();

    expect(await citizen.call(getUser)).not.toHaveProperty('newsWays');
    expect(await failure(citizen.call(chooseNewsWays, { body: { ways: ['phone'] } }))).toMatchObject({ status: 404 });
  });

  test('is not offered where the operator has no channel', async () => {
    const token = await join(newNumber());
    const app = await people.api.rebuild({ settings: { ...people.api.services.settings, channels: [] } });
    const headers = { authorization: `Bearer ${token}` };

    const user = await app.inject({ url: '/api/users/get-details', headers });
    const chosen = await app.inject({ method: 'PUT', url: '/api/users/news', headers, payload: { ways: ['phone'] } });
    await app.close();

    expect(user.json()).not.toHaveProperty('newsWays');
    expect(chosen.statusCode).toBe(404);
  });

  test('begins with the ways that hold without a choice', async () => {
    const caller = people.api.callAs(await join(newNumber()));
    expect(await caller(getUser)).toMatchObject({ newsWays: ['phone'] });

    expect(await (await settle()).caller(getUser)).toMatchObject({ newsWays: ['mail'] });
  });

  test('refuses an e-mail that the account does not have, a way twice, and unknown ones', async () => {
    const caller = people.api.callAs(await join(newNumber()));
    const all = [['mail'], ['phone', 'phone'], ['pigeon'], ['phone', 'phone', 'phone'], 'phone', undefined];

    for (const ways of all)
      expect(await failure(caller(chooseNewsWays, { body: { ways } as never }))).toMatchObject({ status: 400 });
  });

  test('is in the own export, and gone with the account', async () => {
    const { caller, number } = await settle(['phone', 'mail']);
    const { id = '' } = (await rowOf(number)) ?? {};
    const zip = await people.api.app.inject({
      url: `/api${exportOwnData.path}`,
      headers: { authorization: `Bearer ${await enter(number)}` },
    });
    expect(zip.rawPayload.toString('latin1')).toMatch(/"newsWays": \[\s*"phone",\s*"mail"\s*\]/u);

    await caller(deleteAccount, { body: { currentPassword: password } });

    const { db } = people.api.services;
    expect(await db.select({ ways: account.newsWays }).from(account).where(eq(account.id, id))).toEqual([
      { ways: null },
    ]);
  });
});

describe('news of a complaint', () => {
  test.each<[string, NewsWay[] | undefined, 'mail' | 'phone' | 'portal']>([
    ['go by mail to whoever chose nothing', undefined, 'mail'],
    ['go by mail alone', ['mail'], 'mail'],
    ['go by mail first', ['mail', 'phone'], 'mail'],
    ['go by SMS alone', ['phone'], 'phone'],
    ['go by SMS first', ['phone', 'mail'], 'phone'],
    ['stay in the portal', [], 'portal'],
  ])('%s, and the desk says so before', async (_, ways, by) => {
    const { start, mails, number, desk } = await settle(ways);
    const before = (await mails()).length;
    expect((await desk()).citizen).toMatchObject({ reach: by });

    await start();
    const texts = await textsTo(number);

    expect(texts).toHaveLength(by === 'phone' ? 1 : 0);
    expect((await mails()).length - before).toBe(by === 'mail' ? 1 : 0);
    expect((await desk()).deliveries.at(-1)).toMatchObject(by === 'portal' ? {} : { steps: ['2'], by, state: 'sent' });
    for (const text of texts) expect(text).toMatch(/\(SDP-\d\d-\w{6}\)\nLog in to read it\.$/u);
  });

  test('begin with a receipt by mail for those who want mails, and for nobody by SMS', async () => {
    expect(await (await settle(['phone', 'mail'])).mails()).toEqual([
      expect.stringContaining('We have your complaint'),
    ]);
    const { mails, number, deliveries } = await settle(['phone']);

    expect([await mails(), await textsTo(number), await deliveries()]).toEqual([[], [], []]);
  });

  test('go by the next way after STOP, and stay in the portal without one', async () => {
    const both = await settle(['phone', 'mail']);
    await both.say('stop');
    expect((await both.desk()).citizen.reach).toBe('mail');
    await both.start();
    expect(await textsTo(both.number)).toEqual([]);
    expect(await both.mails()).toHaveLength(2);

    const one = await settle(['phone']);
    await one.say('stop');
    expect((await one.desk()).citizen.reach).toBe('stopped');
    await one.start();
    expect(await textsTo(one.number)).toEqual([]);
    expect(await one.mails()).toEqual([]);
  });

  test('leave codes and notices about the account as they are', async () => {
    const { caller, number, mails } = await settle([]);
    await caller(updatePassword, {
      body: { currentPassword: password, password: another, confirmPassword: another },
    });
    await people.api.runJobs();

    expect(await mails()).toEqual(['Your password was changed']);
    expect(await enter(number, { password: another })).toBeTruthy();
  });
});

describe('news that do not arrive', () => {
  let server: MailServer;
  beforeAll(async () => {
    server = await startMailServer(0, { refuses: () => 550 });
  });
  afterAll(() => server.close());
  const withMail = () => ({ ...people.api.services.settings, smtpUrl: `smtp://127.0.0.1:${server.port}` });
  const failSms = (id: string | undefined) =>
    people.api.app.inject({
      method: 'POST',
      url: `/channel/sms/${secret}/delivery`,
      payload: { id, status: 'failed' },
    });

  test('come by SMS if their mail is refused for good, and the thread shows both', async () => {
    const { start, number, desk, reply } = await settle(['mail', 'phone']);
    await start();

    await people.api.runJobs({ settings: withMail() });

    expect(await textsTo(number)).toEqual([expect.stringMatching(/^News of your complaint \(SDP-.*\nLog in/u)]);
    const { deliveries, citizen } = await desk();
    expect(deliveries.slice(1).toSorted((a, b) => a.by.localeCompare(b.by))).toMatchObject([
      { steps: ['2'], by: 'mail', state: 'failed', why: 'EENVELOPE 550' },
      { steps: ['2'], by: 'phone', state: 'sent' },
    ]);
    expect(citizen).toMatchObject({ reach: 'phone', mailRefused: true });
    // Each of them once.
    await people.api.runJobs({ settings: withMail() });
    expect(await textsTo(number)).toHaveLength(1);
    await reply();
    await people.api.runJobs({ settings: withMail() });
    expect(await textsTo(number)).toHaveLength(2);
  });

  test('come by no way that the citizen did not choose', async () => {
    for (const ways of [['mail'], undefined] as const) {
      const { start, number } = await settle(ways && [...ways]);
      await start();
      await people.api.runJobs({ settings: withMail() });
      expect(await textsTo(number)).toEqual([]);
    }
  });

  test('come by SMS if their mail comes back, as all later ones do', async () => {
    const { id, start, reply, number, email } = await settle(['mail', 'phone']);
    await start();
    await people.api.runJobs();
    const { services, clock } = people.api;

    await recordWithNextWay(services, (tx) => reportBounce(tx, id, '5.1.1', clock.now()));

    expect(await textsTo(number)).toHaveLength(1);
    await rememberBounce(services.db, email, clock.now());
    await reply();
    const settings = { ...services.settings, replyDomain: 'reply.example.org' };
    await people.api.runJobs({ settings });
    expect(await textsTo(number)).toHaveLength(2);
  });

  test('come by mail once if their SMS fails, however often the gateway reports it', async () => {
    const { start, mails, number, deliveries, desk } = await settle(['phone', 'mail']);
    await start();
    expect(await textsTo(number)).toHaveLength(1);
    const sms = (await deliveries()).find(({ channel }) => channel === 'sms');

    for (let times = 0; times < 3; times += 1) expect((await failSms(sms?.id)).statusCode).toBe(200);
    await people.api.runJobs();

    expect((await mails()).slice(1)).toEqual([expect.stringMatching(/^News of your complaint \(SDP-/u)]);
    expect((await desk()).deliveries.filter(({ steps }) => steps.includes('2'))).toHaveLength(2);
    expect(await textsTo(number)).toHaveLength(1);
  });

  test('come by mail after the last try if the gateway never takes their SMS', async () => {
    const { start, mails, desk } = await settle(['phone', 'mail']);
    people.gateway.answerWith(503);
    await start();
    const { db } = people.api.services;
    await db.update(mailOutbox).set({ attempts: 19, nextTryAt: new Date(0) });
    await people.api.runJobs();
    people.gateway.answerWith(200);
    await people.api.runJobs();

    expect((await mails()).slice(1)).toEqual([expect.stringMatching(/^News of your complaint/u)]);
    // The e-mail refused nothing.
    expect((await desk()).citizen.mailRefused).toBe(false);
    await db.delete(mailOutbox);
  });

  test('end there if both ways fail', async () => {
    const { start, number, deliveries } = await settle(['phone', 'mail']);
    await start();
    await textsTo(number);
    await failSms((await deliveries()).find(({ channel }) => channel === 'sms')?.id);
    await people.api.runJobs({ settings: withMail() });

    await people.api.runJobs({ settings: withMail() });

    expect((await deliveries()).filter(({ steps }) => steps.includes(2)).map(({ state }) => state)).toEqual([
      'failed',
      'failed',
    ]);
    expect(await textsTo(number)).toHaveLength(1);
  });
});
