import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { getUserMda } from '@baraza/contract/account/account';
import { Client } from './client.ts';
import { type ClockPortal, withTimer } from './clock-portal.ts';
import { Expectations, until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { type MailServer, startMailServer } from './modules.ts';
import { Newcomer, Officer } from './people.ts';
import { FaultyPortal } from './portal.ts';
import { whyWithout } from './programs.ts';
import { finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';

const minute = 60_000;

/** How many wait for a code, and of how many complaints somebody waits for two pieces of news each. */
const [newcomers, complaints] = [5, 20];

/** Counts the mails that wait to be sent, without the summaries for staff, which are due at each full hour. */
async function waiting({ postgres }: ClockPortal): Promise<number> {
  const client = new pg.Client({ ...postgres!.connection, database: 'baraza' });
  await client.connect();
  try {
    await client.query(`set baraza.scope = 'system'`);
    const { rows } = await client.query<{ count: number }>(
      'select count(*)::int as count from mail_outbox where notification_ids is null',
    );
    return rows[0]!.count;
  } finally {
    await client.end();
  }
}

/** So much later, in steps that leave the server time to try what is due. */
async function pass(all: ClockPortal, from: number, minutes: number): Promise<number> {
  for (let passed = 0; passed < minutes; passed += 5) {
    await all.set(from + (passed + 5) * minute);
    // The server looks for jobs every two seconds.
    await sleep(2_500);
  }
  return from + minutes * minute;
}

/** What a mail says to whom, without what makes each one different. */
const gist = (mail: string) => `${/^To: .*$/mu.exec(mail)?.[0]}\n${mail.slice(mail.indexOf('\r\n\r\n'))}`;

/** A mail server that was away for an hour gets each mail once, and no code that is stale by then. */
async function mailsAway({ port }: Scale): Promise<Outcome> {
  return withTimer(port, { whole: true }, async (all) => {
    const { portal } = all;
    const expect = new Expectations();
    const ledger = new Ledger();
    let mails: MailServer | undefined;
    try {
      const officer = await Officer.signIn(portal.url);
      const citizen = await Client.signIn(portal.url, undefined, (await officer.call(getUserMda))!.id);
      const people = Array.from({ length: newcomers }, (_, n) => new Newcomer(portal.url, `waits-${n}`));
      for (const newcomer of people) await newcomer.register();
      for (let n = 0; n < complaints; n += 1) {
        const title = `Mails away, complaint ${n}`;
        const id = await citizen.file(crypto.randomUUID(), title, undefined);
        await officer.start(id);
        ledger.add({ id, title, by: citizen.email, sha256: null, state: 'start' });
      }
      expect.equals('mails that wait', await waiting(all), newcomers + 2 * complaints);
      await pass(all, 0, 60);
      mails = await startMailServer(all.mailPort);
      const back = mails;
      const [first] = people;
      await expect.succeeds('a code once the mail server is back', async () => {
        await first!.askAgain();
        await first!.verify(await until('its mail', () => first!.codes(back)[0]));
      });
      // From here on no clock is set: the others follow the one that got through.
      const cameBack = performance.now();
      await expect.succeeds('the mails that waited', () =>
        until('the end of the queue', async () => (await waiting(all)) === 0 || undefined),
      );
      const seconds = Math.round((performance.now() - cameBack) / 1000);
      expect.equals(
        'codes mailed',
        people.map((it) => it.codes(back).length),
        [1, 0, 0, 0, 0],
      );
      const news = back.mails.filter((mail) => mail.includes(`To: ${citizen.email}`));
      expect.equals('news mailed', news.length, 2 * complaints);
      expect.equals('mails that came once', new Set(back.mails.map(gist)).size, back.mails.length);
      await ledger.checkAll(portal.url);
      expect.faults.push(...(await finalFaults(portal, all.database)));
      const note = `${back.mails.length} mails, the last ${seconds} s after the first one got through`;
      return outcome(ledger, expect.faults, note);
    } finally {
      await mails?.close();
    }
  });
}

/** A mail that was on its way when the server was killed is sent by the next one, at once and once. */
async function killedAmidMail({ port }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port, { SMTP_URL: `smtp://127.0.0.1:${port + 1}` });
  const expect = new Expectations();
  const ledger = new Ledger();
  let mails = await startMailServer(port + 1, { holds: () => true });
  try {
    await portal.start();
    const citizen = await Client.signIn(portal.url);
    const title = 'Killed amid its mail';
    const id = await citizen.file(crypto.randomUUID(), title, undefined);
    ledger.add({ id, title, by: citizen.email, sha256: null, state: 'submit' });
    await until('the first mail', () => mails.held() > 0 || undefined);
    await portal.killServer();
    await mails.close();
    mails = await startMailServer(port + 1);
    await portal.start();
    const receipts = () => mails.mails.filter((mail) => mail.includes(`To: ${citizen.email}`));
    await expect.succeeds('the mail of the killed server', () => until('it', () => receipts()[0], 60_000));
    await sleep(3_000);
    expect.equals('mails', receipts().length, 1);
    await ledger.checkAll(portal.url);
    return outcome(ledger, expect.faults, 'the mail came once, from the next server');
  } finally {
    await portal.remove();
    await mails.close();
  }
}

const skip = () => whyWithout('faketime');

export const mails: readonly Scenario[] = [
  { name: 'mail server away for an hour', short: false, skip, run: mailsAway },
  { name: 'server killed amid a mail', short: false, run: killedAmidMail },
];
