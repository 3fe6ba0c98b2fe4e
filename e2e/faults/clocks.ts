import { getUser, getUserMda, getComplaint } from '@baraza/contract';
import { Client } from './client.ts';
import { type ClockPortal, withTimer } from './clock-portal.ts';
import { Expectations, until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { type MailServer, startMailServer } from './modules.ts';
import { Newcomer, Officer } from './people.ts';
import { whyWithout } from './programs.ts';
import { finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What goes on while the clock is set an hour on, back again, and an hour back. */
class Day {
  readonly expect = new Expectations();
  readonly ledger = new Ledger();
  readonly #due = new Map<string, string | null>();
  readonly #all: ClockPortal;
  readonly #mails: MailServer;

  constructor(all: ClockPortal, mails: MailServer) {
    this.#all = all;
    this.#mails = mails;
  }

  /** Somebody who registers, and got so many codes by then. */
  async newcomer(name: string): Promise<Newcomer> {
    const newcomer = new Newcomer(this.#all.portal.url, name);
    await newcomer.register();
    await this.codeOf(newcomer, 1);
    return newcomer;
  }

  /** Waits for the mail with the code of this number. */
  codeOf(newcomer: Newcomer, number: number): Promise<string> {
    const code = () => newcomer.codes(this.#mails)[number - 1];
    return until(`the mail with code ${number} of ${newcomer.email}`, code);
  }

  async file(client: Client, title: string): Promise<string> {
    const id = await client.file(crypto.randomUUID(), title, undefined);
    this.ledger.add({ id, title, by: client.email, sha256: null, state: 'submit' });
    this.#due.set(id, (await client.call(getComplaint, { params: { id } })).dueAt);
    return id;
  }

  /** No promise of a date moves with the clock. */
  async sameDates(when: string, client: Client): Promise<void> {
    for (const [id, dueAt] of this.#due) {
      const found = await client.call(getComplaint, { params: { id } });
      this.expect.equals(`the date of a complaint ${when}`, found.dueAt, dueAt);
    }
  }

  /** Work that is done every five minutes is done again at the next full five minutes. */
  async regularWork(when: string, base: number): Promise<void> {
    const before = await this.#all.runsOf('process-sla-reminders');
    // Half a minute before, so that whatever is looked after each some seconds comes first.
    const left = 5 * minute - ((Date.now() + base + 45_000) % (5 * minute));
    await this.#all.set(base + left);
    await this.expect.succeeds(`regular work ${when}`, () =>
      until('it', async () => (await this.#all.runsOf('process-sla-reminders')) > before || undefined, 150_000),
    );
  }
}

/** Codes, sessions, dates and jobs stay right when the clock jumps, of the server alone or of the database as well. */
async function clockJumps({ port }: Scale, whole: boolean): Promise<Outcome> {
  const mails = await startMailServer(port + 2);
  try {
    return await withTimer(port, { whole }, (all) => spend(all, mails));
  } finally {
    await mails.close();
  }
}

async function spend(all: ClockPortal, mails: MailServer): Promise<Outcome> {
  const { portal, set } = all;
  const { url } = portal;
  const day = new Day(all, mails);
  const { expect, ledger } = day;
  const isIn = (who: string, { call }: Pick<Client, 'call'>) => expect.succeeds(who, () => call(getUser));
  const officers = [await Officer.signIn(url)];
  const mda = (await officers[0]!.call(getUserMda))!.id;
  const citizen = await Client.signIn(url, undefined, mda);
  const early = await day.newcomer('early');
  const stale = await day.codeOf(early, 1);
  await day.file(citizen, 'Filed at the true time');

  await set(hour);
  await isIn('a citizen, an hour on', citizen);
  await expect.isRefused('an officer who rested for an hour', 'UNAUTHENTICATED', () => officers[0]!.call(getUserMda));
  officers.push(await Officer.signIn(url));
  await expect.isRefused('a code of an hour ago', 'CODE_EXPIRED', () => early.verify(stale));
  await early.askAgain();
  const fresh = await day.codeOf(early, 2);
  await expect.succeeds('a fresh code', () => early.verify(fresh));
  await expect.isRefused('a used code', 'CODE_INVALID', () => early.verify(fresh));
  const ahead = await day.newcomer('ahead');
  const filedAhead = await day.file(citizen, 'Filed an hour ahead');
  await day.sameDates('an hour on', citizen);
  await day.regularWork('an hour on', hour);

  await set(0);
  await isIn('a citizen, back again', citizen);
  await isIn('somebody who signed in an hour ahead', early);
  await expect.succeeds('a code from an hour ahead', async () => ahead.verify(await day.codeOf(ahead, 1)));
  await expect.isRefused('a code that was used an hour ahead', 'CODE_INVALID', () => early.verify(fresh));
  const steps = await expect.succeeds('an officer who signed in an hour ahead', () => officers[1]!.start(filedAhead));
  expect.equals('the history of a complaint from ahead', steps, ['submit', 'start']);
  ledger.changed(filedAhead, 'start');
  await day.file(citizen, 'Filed back again');

  const waiting = await day.newcomer('waiting');
  await set(-hour);
  await isIn('a citizen, an hour back', citizen);
  await expect.succeeds('another code an hour before the last', async () => {
    await waiting.askAgain();
    await waiting.verify(await day.codeOf(waiting, 2));
  });
  await isIn('somebody who confirmed an hour back', waiting);
  await day.file(citizen, 'Filed an hour back');
  await day.sameDates('an hour back', citizen);
  await day.regularWork('an hour back', -hour);

  await set(0);
  await isIn('a citizen, at the end', citizen);
  await ledger.checkAll(url);
  expect.faults.push(...(await finalFaults(portal, all.database)));
  return outcome(ledger, expect.faults, 'an hour on, back again, an hour back, and back again');
}

const skip = () => whyWithout('faketime');

export const timers: readonly Scenario[] = [
  { name: 'clock jumps, of the server alone', short: false, skip, run: (scale) => clockJumps(scale, false) },
  { name: 'clock jumps, with the database', short: false, skip, run: (scale) => clockJumps(scale, true) },
];
