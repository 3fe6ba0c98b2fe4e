import { randomBytes } from 'node:crypto';
import { confirmMfa, confirmStaff, resetMfa, startMfa } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { throttle } from '../../db/schema/tables.ts';
import { deriveKeys } from '../../crypto/keys.ts';
import { createTestApp, type Person, type TestApp } from '../../../test/support/server/app.ts';
import { codeAt } from '../../../test/support/authenticator.ts';
import { type Browser, openBrowser } from '../../../test/support/browser.ts';
import { codeIn, newestCode } from '../../../test/support/server/outbox.ts';
import { turnOff } from '../mfa/mfa.store.ts';

/*
 * Strangers on many networks try what they like: whoever was let in before, by the cookie of the browser or the network, is
 * let in all the same.
 */

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    rates: {
      loginAnywhere: { max: 3, seconds: 900 },
      mfaAnywhere: { max: 3, seconds: 24 * 3_600 },
      codeAddress: { max: 3, seconds: 3_600 },
      codeAsker: { max: 2, seconds: 3_600 },
    },
  });
});
afterAll(() => test.close());

let networks = 0;
/** A network that nobody asked from before. */
const elsewhere = () => `10.${(networks += 1) >> 8}.${networks & 255}.1`;
const stranger = () => openBrowser(test.app, elsewhere());

const logIn = (browser: Browser, { email, password }: Person, type = 'user') =>
  browser.post('/login', { email, password, type });

const setPassword = (browser: Browser, given: { otp: string; password: string; type?: string }) =>
  browser.post('/reset-password', { ...given, confirmPassword: given.password }, 'PUT');

/** A browser of the owner, who was let in there, and is now in a network where nobody knows them. */
async function knownBrowser(person: Person): Promise<Browser> {
  const browser = stranger();
  expect((await logIn(browser, person)).status).toBe(200);
  browser.moveTo(elsewhere());
  return browser;
}

describe('passwords that strangers guess from everywhere', () => {
  const guess = (person: Person) => logIn(stranger(), { ...person, password: 'a guess' });
  const besiege = async (person: Person) => {
    for (const status of [401, 401, 401, 429]) expect((await guess(person)).status).toBe(status);
  };

  it('do not shut the owner out of a browser that was let in before, wherever it is', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    await besiege(owner);
    expect((await logIn(stranger(), owner)).status).toBe(429);
    expect((await logIn(browser, owner)).status).toBe(200);
  });

  it('nor does a neighbour who guesses in the same network', async () => {
    const owner = await test.citizen();
    const [browser, network] = [await knownBrowser(owner), elsewhere()];
    const neighbour = openBrowser(test.app, network);
    browser.moveTo(network);
    // The neighbour counts as known, since the owner was let in from the network before.
    expect((await logIn(browser, owner)).status).toBe(200);
    for (let time = 0; time < 10; time += 1)
      expect((await logIn(neighbour, { ...owner, password: 'a guess' })).status).toBe(401);
    expect((await logIn(neighbour, owner)).status).toBe(429);
    expect((await logIn(browser, owner)).status).toBe(200);
  });

  it('are not let through by a browser that another person uses, nor by a cookie that nobody gave', async () => {
    const [owner, other] = [await test.citizen(), await test.citizen()];
    const browser = await knownBrowser(other);
    await besiege(owner);
    expect((await logIn(browser, owner)).status).toBe(429);
    const forger = stranger();
    forger.cookies['kb'] = 'x'.repeat(43);
    expect((await logIn(forger, owner)).status).toBe(429);
  });

  it('are counted in a known browser as strictly as in a network', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    for (let time = 0; time < 10; time += 1)
      expect((await logIn(browser, { ...owner, password: 'a guess' })).status).toBe(401);
    // Another network makes it no other browser.
    browser.moveTo(elsewhere());
    expect((await logIn(browser, owner)).status).toBe(429);
  });

  it('are no longer known of after ninety days without a log-in', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    test.clock.advance(91 * 24 * 3_600_000);
    await besiege(owner);
    expect((await logIn(browser, owner)).status).toBe(429);
  });

  it('are refused wherever the old password had let somebody in, once there is a new one', async () => {
    const owner = await test.citizen();
    const [thief, browser] = [await knownBrowser(owner), await knownBrowser(owner)];
    const { body } = await logIn(browser, owner);
    const [headers, password] = [{ authorization: `Bearer ${String(body['token'])}` }, 'a brand new one'];
    const given = { currentPassword: owner.password, password, confirmPassword: password };
    expect((await browser.post('/update-password', given, 'PUT', headers)).status).toBe(200);
    await besiege(owner);
    expect((await logIn(thief, { ...owner, password })).status).toBe(429);
    // Where it was changed the owner is known as before.
    expect((await logIn(browser, { ...owner, password })).status).toBe(200);
  });

  it('do not keep out whoever sets a new password by mail, at a place that nobody knows', async () => {
    const owner = await test.citizen();
    const browser = stranger();
    await besiege(owner);
    expect((await logIn(browser, owner)).status).toBe(429);
    await browser.post('/forgot-password', { email: owner.email });
    const otp = newestCode(await test.outbox(), owner.email);
    const password = 'a brand new one';
    expect((await setPassword(browser, { otp, password })).status).toBe(200);
    expect((await logIn(browser, { ...owner, password })).status).toBe(200);
  });

  it('leave a cookie that says nothing, and that no other site and no plain line gets', async () => {
    const owner = await test.citizen();
    const environment = { PUBLIC_URL: 'https://complaints.example.org' };
    const secure = await createTestApp({ environment });
    const person = await secure.citizen();
    const ask = (app: TestApp, { email, password }: Person) =>
      app.app.inject({ method: 'POST', url: '/api/login', payload: { email, password, type: 'user' } });
    const seen = [await ask(test, owner), await ask(secure, person)].map((it) => String(it.headers['set-cookie']));
    await secure.close();
    expect(seen).toEqual([
      expect.stringMatching(/^kb=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^__Host-kb=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
    ]);
  });
});

it('what is remembered of a place is told by nobody who has address, network and table, but not the key', async () => {
  const owner = await test.citizen();
  const network = elsewhere();
  const marks = () => test.services.db.$count(throttle, eq(throttle.uses, 0));
  const before = await marks();
  expect((await logIn(openBrowser(test.app, network), owner)).status).toBe(200);
  // Of the browser, of the network, and of having been let in at all.
  expect(await marks()).toBe(before + 3);
  const other = await test.rebuild({ keys: deriveKeys(randomBytes(32)) });
  expect((await logIn(openBrowser(other, network), owner)).status).toBe(200);
  await other.close();
  // The same network of the same account stands there as something else.
  expect(await marks()).toBe(before + 6);
});

describe('codes that strangers ask for from everywhere', () => {
  it('do not use up those of the owner in a browser that was let in before', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    const ask = (by: Browser) => {
      test.clock.advance(61_000);
      return by.post('/forgot-password', { email: owner.email });
    };
    for (const status of [200, 200, 200, 429]) expect((await ask(stranger())).status).toBe(status);
    for (const status of [200, 200, 429]) expect((await ask(browser)).status).toBe(status);
  });
});

describe('codes of the app that somebody guesses who has the password', () => {
  let owner: Person;
  let key: string;
  beforeEach(async () => {
    owner = await test.staff('oversight');
    ({ key } = await enrol(owner));
  });

  async function enrol(person: Person) {
    const started = await person.call(startMfa, { body: { currentPassword: person.password } });
    await person.call(confirmMfa, { body: { code: codeAt(started.key, test.clock.now()) } });
    test.clock.advance(30_000);
    return started;
  }

  /** What logging in ends with: the right password, then this code or the right one. */
  async function arrive(browser: Browser, code = codeAt(key, test.clock.now())): Promise<number> {
    expect((await logIn(browser, owner, 'mda')).status).toBe(403);
    const answer = await browser.post('/login', { email: owner.email, password: owner.password, type: 'mda', code });
    if (answer.status === 200) test.clock.advance(30_000);
    return answer.status;
  }
  const besiege = async () => {
    for (const status of [400, 400, 400, 429]) expect(await arrive(stranger(), '000000')).toBe(status);
  };
  const subjects = async () =>
    (await test.outbox()).filter((mail) => mail.to === owner.email).map((mail) => mail.subject);

  it('do not shut the owner out for the day, in a browser or network where a code was right before', async () => {
    const browser = stranger();
    const [office, home] = [elsewhere(), elsewhere()];
    browser.moveTo(office);
    expect(await arrive(browser)).toBe(200);
    await besiege();
    browser.moveTo(home);
    expect(await arrive(browser)).toBe(200);
    await besiege();
    expect(await arrive(openBrowser(test.app, office))).toBe(200);
    await besiege();
    expect(await arrive(stranger())).toBe(429);
  });

  it('make no place known: not by the password alone', async () => {
    const thief = stranger();
    for (let time = 0; time < 2; time += 1) expect(await arrive(thief, '000000')).toBe(400);
    expect(await arrive(stranger(), '000000')).toBe(400);
    expect(await arrive(thief, '000000')).toBe(429);
  });

  it('have a day of their own at a place that is known, and no more', async () => {
    const browser = stranger();
    expect(await arrive(browser)).toBe(200);
    for (const status of [400, 400, 400, 429]) expect(await arrive(browser, '000000')).toBe(status);
    // Nor do they take from the others' share.
    expect(await arrive(stranger())).toBe(200);
  });

  it('find no place known that was so before a new second step', async () => {
    const browser = stranger();
    expect(await arrive(browser)).toBe(200);
    browser.moveTo(elsewhere());
    await turnOff(test.services.db, owner.id);
    const { body } = await logIn(stranger(), owner, 'mda');
    ({ key } = await enrol({ ...owner, call: test.callAs(String(body['token'])) }));
    await besiege();
    expect(await arrive(browser)).toBe(429);
  });

  it('are forgotten with the password that was known', async () => {
    await besiege();
    const browser = stranger();
    await browser.post('/forgot-password', { email: owner.email, type: 'mda' });
    const mails = (await test.outbox()).filter((mail) => mail.to === owner.email);
    const otp = codeIn(mails.findLast((mail) => mail.subject.startsWith('Your code')));
    const password = 'a brand new one';
    expect((await setPassword(browser, { otp, password, type: 'mda' })).status).toBe(200);
    owner = { ...owner, password };
    expect(await arrive(browser)).toBe(200);
  });

  it.each([
    [
      'two administrators turn the second step off',
      async () => {
        const [first, second] = [await test.staff('administrator'), await test.staff('administrator')];
        const by = ({ password }: Person) => ({ params: { id: owner.id }, body: { currentPassword: password } });
        await first.call(resetMfa, by(first));
        await second.call(confirmStaff, by(second));
      },
    ],
    ['whoever runs the server does', () => turnOff(test.services.db, owner.id)],
  ])('are forgotten when %s', async (_, off) => {
    await besiege();
    await off();
    const { status, body } = await logIn(stranger(), owner, 'mda');
    expect(status).toBe(200);
    const again = { ...owner, call: test.callAs(String(body['token'])) };
    ({ key } = await enrol(again));
    expect(await arrive(stranger())).toBe(200);
  });

  it('are told to the owner at the third within a week, whatever log-in they belong to, once a day', async () => {
    const [day, subject] = [24 * 3_600_000, 'Wrong codes for your account'];
    const known = stranger();
    expect(await arrive(known)).toBe(200);
    const before = await subjects();
    const since = async () => (await subjects()).slice(before.length);
    await arrive(stranger(), '000000');
    test.clock.advance(day + 1);
    await arrive(stranger(), '000000');
    // A right code in between makes nothing of it undone.
    expect(await arrive(known)).toBe(200);
    expect(await since()).toEqual([]);
    test.clock.advance(day + 1);
    await arrive(stranger(), '000000');
    expect(await since()).toEqual([subject]);
    for (let time = 0; time < 2; time += 1) await arrive(stranger(), '000000');
    expect(await since()).toEqual([subject]);
    test.clock.advance(day + 1);
    await arrive(stranger(), '000000');
    expect(await since()).toEqual([subject, subject]);
  });
});
