import { expect, it } from 'vitest';
import { type Person, sharedTestApp } from '../../../test/support/server/app.ts';
import { type Browser, openBrowser } from '../../../test/support/browser.ts';
import { newestCode } from '../../../test/support/server/outbox.ts';

/* Whoever is logged in to from a browser and a network that nobody used for it before hears of that by mail. */

const test = sharedTestApp();

let networks = 0;
const elsewhere = () => `10.77.${(networks += 1)}.1`;
const stranger = () => openBrowser(test.app, elsewhere());
const logIn = (browser: Browser, { email, password }: Person, type = 'user') =>
  browser.post('/login', { email, password, type });
const subject = 'A log-in from a new place';
const deviceMails = async ({ email }: Person) =>
  (await test.outbox()).filter((mail) => mail.to === email && mail.subject === subject);

it.each(['user', 'mda'] as const)(
  'the owner is mailed about a log-in from a new device and no other (%s)',
  async (type) => {
    const owner = type === 'user' ? await test.citizen() : await test.staff('administrator');
    const browser = stranger();
    expect((await logIn(browser, owner, type)).status).toBe(200);
    const first = (await deviceMails(owner)).length;
    browser.moveTo(elsewhere());
    expect((await logIn(browser, owner, type)).status).toBe(200);
    // Another browser in a network of the owner's.
    const known = elsewhere();
    browser.moveTo(known);
    expect((await logIn(browser, owner, type)).status).toBe(200);
    expect((await logIn(openBrowser(test.app, known), owner, type)).status).toBe(200);
    expect((await deviceMails(owner)).length).toBe(first);
    const thief = stranger();
    expect((await logIn(thief, { ...owner, password: 'a wrong guess' }, type)).status).toBe(401);
    expect((await deviceMails(owner)).length).toBe(first);
    expect((await logIn(thief, owner, type)).status).toBe(200);
    const mails = await deviceMails(owner);
    expect(mails.length).toBe(first + 1);
    expect(mails.at(-1)?.text).toContain('set a new password at once');
  },
);

it('the first log-in with a new password is mailed only if it is from another device', async () => {
  const owner = await test.citizen();
  const browser = stranger();
  await logIn(browser, owner);
  const before = (await deviceMails(owner)).length;
  expect((await browser.post('/forgot-password', { email: owner.email, type: 'user' })).status).toBe(200);
  const otp = newestCode(await test.outbox(), owner.email);
  const password = 'quite another password 9';
  const given = { otp, password, confirmPassword: password, email: owner.email, type: 'user' };
  expect((await browser.post('/reset-password', given, 'PUT')).status).toBe(200);
  const renewed = { ...owner, password };
  expect((await logIn(browser, renewed)).status).toBe(200);
  expect((await deviceMails(owner)).length).toBe(before);
  expect((await logIn(stranger(), renewed)).status).toBe(200);
  expect((await deviceMails(owner)).length).toBe(before + 1);
});

it('an owner who often changes networks gets few mails about new devices', async () => {
  const owner = await test.citizen();
  for (let time = 0; time < 9; time += 1) expect((await logIn(stranger(), owner)).status).toBe(200);
  expect((await deviceMails(owner)).length).toBe(5);
});
