import { randomBytes } from 'node:crypto';
import { confirmMfa, resetMfa, startMfa } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { throttle } from '../../db/schema/tables.ts';
import { deriveKeys } from '../../crypto/keys.ts';
import { confirmChange } from '../../../test/support/confirm-change.ts';
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
/** A network without earlier requests. */
const elsewhere = () => `10.${(networks += 1) >> 8}.${networks & 255}.1`;
const stranger = () => openBrowser(test.app, elsewhere());

const logIn = (browser: Browser, { email, password }: Person, type = 'user') =>
  browser.post('/login', { email, password, type });

const setPassword = (browser: Browser, given: { otp: string; password: string; type?: string }) =>
  browser.post('/reset-password', { ...given, confirmPassword: given.password }, 'PUT');

/** The owner's trusted browser, now in an unknown network. */
async function knownBrowser(person: Person): Promise<Browser> {
  const browser = stranger();
  expect((await logIn(browser, person)).status).toBe(200);
  browser.moveTo(elsewhere());
  return browser;
}

describe('passwords guessed from many networks', () => {
  const guess = (person: Person) => logIn(stranger(), { ...person, password: 'a guess' });
  const besiege = async (person: Person) => {
    for (const status of [401, 401, 401, 429]) expect((await guess(person)).status).toBe(status);
  };

  it('guessed passwords do not lock the owner out of a trusted browser in any network', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    await besiege(owner);
    expect((await logIn(stranger(), owner)).status).toBe(429);
    expect((await logIn(browser, owner)).status).toBe(200);
  });

  it('a neighbour’s guesses do not lock the owner out of a trusted network', async () => {
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

  it('neither another person’s browser nor a forged cookie exempts from the global limit', async () => {
    const [owner, other] = [await test.citizen(), await test.citizen()];
    const browser = await knownBrowser(other);
    await besiege(owner);
    expect((await logIn(browser, owner)).status).toBe(429);
    const forger = stranger();
    forger.cookies['kb'] = 'x'.repeat(43);
    expect((await logIn(forger, owner)).status).toBe(429);
  });

  it('password guesses in a trusted browser are limited as strictly as in a network', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    for (let time = 0; time < 10; time += 1)
      expect((await logIn(browser, { ...owner, password: 'a guess' })).status).toBe(401);
    // Another network makes it no other browser.
    browser.moveTo(elsewhere());
    expect((await logIn(browser, owner)).status).toBe(429);
  });

  it('a device loses its trust after ninety days without a log-in', async () => {
    const owner = await test.citizen();
    const browser = await knownBrowser(owner);
    test.clock.advance(91 * 24 * 3_600_000);
    await besiege(owner);
    expect((await logIn(browser, owner)).status).toBe(429);
  });

  it('a new password ends the trust in every device of the old one', async () => {
    const owner = await test.citizen();
    const [thief, browser] = [await knownBrowser(owner), await knownBrowser(owner)];
    const { body } = await logIn(browser, owner);
    const [headers, password] = [{ authorization: `Bearer ${String(body['token'])}` }, 'a brand new one'];
    const given = { currentPassword: owner.password, password, confirmPassword: password };
    expect((await browser.post('/update-password', given, 'PUT', headers)).status).toBe(200);
    await besiege(owner);
    expect((await logIn(thief, { ...owner, password })).status).toBe(429);
    // The device that changed the password stays trusted.
    expect((await logIn(browser, { ...owner, password })).status).toBe(200);
  });

  it('an owner in an unknown network gets in by setting a new password by mail', async () => {
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

  it('the device cookie is opaque, Secure and SameSite', async () => {
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

it('the stored hashes of devices depend on the key', async () => {
  const owner = await test.citizen();
  const network = elsewhere();
  const marks = () => test.services.db.$count(throttle, eq(throttle.uses, 0));
  const before = await marks();
  expect((await logIn(openBrowser(test.app, network), owner)).status).toBe(200);
  // One each for the browser, the network and the log-in itself.
  expect(await marks()).toBe(before + 3);
  const other = await test.rebuild({ keys: deriveKeys(randomBytes(32)) });
  expect((await logIn(openBrowser(other, network), owner)).status).toBe(200);
  await other.close();
  // The same network of the same account has another hash.
  expect(await marks()).toBe(before + 6);
});

describe('codes requested from many networks', () => {
  it('codes requested by strangers do not use up those of the owner’s trusted browser', async () => {
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

describe('MFA codes guessed with the right password', () => {
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

  /** Logs in with the password and this code, or the right one; returns the outcome. */
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

  it('guessed MFA codes do not lock the owner out of a browser or network that once entered a right one', async () => {
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

  it('the right password alone does not make a device trusted for MFA codes', async () => {
    const thief = stranger();
    for (let time = 0; time < 2; time += 1) expect(await arrive(thief, '000000')).toBe(400);
    expect(await arrive(stranger(), '000000')).toBe(400);
    expect(await arrive(thief, '000000')).toBe(429);
  });

  it('a trusted device has a daily limit of MFA codes of its own', async () => {
    const browser = stranger();
    expect(await arrive(browser)).toBe(200);
    for (const status of [400, 400, 400, 429]) expect(await arrive(browser, '000000')).toBe(status);
    // The limit of other devices is not used up.
    expect(await arrive(stranger())).toBe(200);
  });

  it('setting up MFA anew ends the trust in earlier devices', async () => {
    const browser = stranger();
    expect(await arrive(browser)).toBe(200);
    browser.moveTo(elsewhere());
    await turnOff(test.services.db, owner.id);
    const { body } = await logIn(stranger(), owner, 'mda');
    ({ key } = await enrol({ ...owner, call: test.callAs(String(body['token'])) }));
    await besiege();
    expect(await arrive(browser)).toBe(429);
  });

  it('a new password resets the count of wrong MFA codes', async () => {
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
      'two administrators turn MFA off',
      async () => {
        const [first, second] = [await test.staff('administrator'), await test.staff('administrator')];
        const by = ({ password }: Person) => ({ params: { id: owner.id }, body: { currentPassword: password } });
        await first.call(resetMfa, by(first));
        await confirmChange(second, owner.id);
      },
    ],
    ['the operator turns MFA off', () => turnOff(test.services.db, owner.id)],
  ])('wrong MFA codes are reset when %s', async (_, off) => {
    await besiege();
    await off();
    const { status, body } = await logIn(stranger(), owner, 'mda');
    expect(status).toBe(200);
    const again = { ...owner, call: test.callAs(String(body['token'])) };
    ({ key } = await enrol(again));
    expect(await arrive(stranger())).toBe(200);
  });

  it('the owner is mailed at the third wrong MFA code within a week, at most once a day', async () => {
    const [day, subject] = [24 * 3_600_000, 'Wrong codes for your account'];
    const known = stranger();
    expect(await arrive(known)).toBe(200);
    const before = await subjects();
    const since = async () => (await subjects()).slice(before.length);
    await arrive(stranger(), '000000');
    test.clock.advance(day + 1);
    await arrive(stranger(), '000000');
    // A right code in between does not reset the count.
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
