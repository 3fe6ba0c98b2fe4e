import {
  confirmMfa,
  createStaff,
  enterByProvider,
  getPortalSettings,
  getStaffMe,
  linkProvider,
  login,
  startMfa,
  startProviderSignIn,
} from '@baraza/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, sharedTestApp } from '../../../../test/support/server/app.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { codeAt } from '../../../../test/support/authenticator.ts';
import { confirmChange } from '../../../../test/support/confirm-change.ts';
import { failure } from '../../../../test/support/failure.ts';
import { deskOrigin, sharedProviderWorld } from '../../../../test/support/server/provider-world.ts';
import { claimsOf, encode, providerName } from '../../../../test/support/server/sign-in-provider.ts';

const world = sharedProviderWorld();
let { api, provider, roads, officer, sub, browser, walk, link, signIn } = world;
beforeEach(() => void ({ api, provider, roads, officer, sub, browser, walk, link, signIn } = world));
const sealed = (token: string, claims: Record<string, unknown>) => provider.sign({ ...claimsOf(token), ...claims });
const plain = sharedTestApp();

const outcomeOf = (entered: Promise<unknown>) =>
  entered.then(
    () => 'in' as const,
    (error: { status: number }) => String(error.status),
  );
const refusals = async () =>
  (
    await api.pool.query(
      `select detail ->> 'reason' as reason from audit where outcome = 'refused' order by at desc limit 1`,
    )
  ).rows[0]?.reason;

test('without the settings there is no provider, and nothing of it answers', async () => {
  expect(await plain.call(getPortalSettings)).toMatchObject({ signInProvider: null });
  expect(await failure(plain.call(startProviderSignIn, { body: {} }))).toMatchObject({ status: 404 });
  const logout = { method: 'POST', url: '/api/oidc/logout', payload: { logout_token: 'x' } } as const;
  expect((await plain.app.inject(logout)).statusCode).toBe(404);
});

test('a member of staff links their account once, and then signs in through the provider', async () => {
  expect(await api.call(getPortalSettings)).toMatchObject({ signInProvider: providerName });
  expect(await link(officer)).toEqual({ page: `${deskOrigin}/desk/mfa`, outcome: 'linked' });

  const { call } = await signIn();

  expect(await call(getStaffMe)).toMatchObject({ id: officer.id, role: 'officer', mda: { id: roads } });
  expect((await auditedBy(api, officer)).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
    expect.arrayContaining(['account.provider-linked done', 'account.signed-in done']),
  );
});

test('an invited officer links their account with the invitation, and no password is needed', async () => {
  const administrator = await api.staff('administrator');
  const email = `invited${officer.id}@roads.example`;
  const body = { first_name: 'Chidi', last_name: 'Eze', email, role: 'officer' as const, mda: roads };
  const { id } = await administrator.call(createStaff, { body });
  const mail = (await api.outbox()).findLast((sent) => sent.to === email);
  const invitation = /invitation#([\w-]{43})/u.exec(mail?.text ?? '')?.[1] ?? '';

  const { call, outcome } = await walk(browser(), sub, invitation);
  const { token } = await call(enterByProvider, { body: { ticket: outcome } });

  expect(await api.callAs(token)(getStaffMe)).toMatchObject({ id, invited: false });
  expect(await failure(api.call(startProviderSignIn, { body: { invitation } }))).toMatchObject({
    code: 'INVITATION_ENDED',
  });
});

test('an invited administrator chooses a password before the provider', async () => {
  const [first, second] = [await api.staff('administrator'), await api.staff('administrator')];
  const email = `chief${officer.id}@roads.example`;
  const { id } = await first.call(createStaff, {
    body: { first_name: 'A', last_name: 'B', email, role: 'administrator' },
  });
  await confirmChange(second, id);
  const mail = (await api.outbox()).findLast((sent) => sent.to === email && sent.text.includes('invitation#'));
  const invitation = /invitation#([\w-]{43})/u.exec(mail?.text ?? '')?.[1] ?? '';

  expect(await failure(api.call(startProviderSignIn, { body: { invitation } }))).toMatchObject({ status: 403 });
});

test('the same email at the provider opens no account that is not linked', async () => {
  provider.people[sub] = { email: officer.email, email_verified: true };

  expect((await walk()).outcome).toBe('unlinked');
  expect(await refusals()).toBe('provider unlinked');
});

test('a subject opens one account only', async () => {
  await link(officer);

  expect((await link(await api.officer(roads))).outcome).toBe('taken');
});

test('linking requires a recent password', async () => {
  api.clock.advance(20 * 60_000);

  expect(await failure(officer.call(linkProvider))).toMatchObject({ code: 'REAUTH_REQUIRED' });
});

test('a disabled account stays shut, whatever the provider says', async () => {
  await link(officer);
  await api.pool.query('update account set disabled_at = now() where id = $1', [officer.id]);

  expect((await walk()).outcome).toBe('disabled');
});

test('a code, a state and a ticket work once, and in their own browser only', async () => {
  await link(officer);
  const { call, comeBack, returned, outcome } = await walk();

  expect((await comeBack(returned)).outcome).toBe('ended');
  const state = new URL(returned).searchParams.get('state') ?? '';
  expect(await failure(call(enterByProvider, { body: { ticket: state } }))).toMatchObject({ status: 401 });
  expect(await failure(browser().call(enterByProvider, { body: { ticket: outcome } }))).toMatchObject({ status: 401 });
  await call(enterByProvider, { body: { ticket: outcome } });
  expect(await failure(call(enterByProvider, { body: { ticket: outcome } }))).toMatchObject({ status: 401 });
  const other = browser();
  const { address } = await other.call(startProviderSignIn, { body: {} });
  expect((await browser().comeBack(await provider.visit(address, sub))).outcome).toBe('ended');
});

test('a ticket that is redeemed four times at once opens one session', async () => {
  await link(officer);
  const { call, outcome: ticket } = await walk();
  const all = await Promise.all([1, 2, 3, 4].map(() => outcomeOf(call(enterByProvider, { body: { ticket } }))));

  expect(all.toSorted()).toEqual(['401', '401', '401', 'in']);
});

test('a wrong code leaves the ticket usable, and of right ones at once one opens a session', async () => {
  const { key } = await officer.call(startMfa, { body: { currentPassword: officer.password } });
  const { recoveryCodes } = await officer.call(confirmMfa, { body: { code: codeAt(key, api.clock.now()) } });
  await link(officer);
  const { call, outcome: ticket } = await walk();
  const enter = (code: string) => outcomeOf(call(enterByProvider, { body: { ticket, code } }));

  expect(await Promise.all(['000000', '000001'].map(enter))).toEqual(['400', '400']);
  expect((await Promise.all(recoveryCodes.slice(0, 4).map(enter))).toSorted()).toEqual(['401', '401', '401', 'in']);
  expect(await enter(recoveryCodes[4] ?? '')).toBe('401');
});

test('from the button to the desk there are at most three redirects', async () => {
  await link(officer);
  const [cookies, from, asked] = [new Map<string, string>(), browser(), vi.spyOn(globalThis, 'fetch')];
  const redirectsOf = async () => {
    const { address } = await from.call(startProviderSignIn, { body: {} });
    asked.mockClear();
    const returned = await provider.visit(address, sub, cookies);
    const urls = asked.mock.calls.map(([url]) => new URL(String(url)).pathname.split('/', 2)[1]);
    // Each answer of the provider is a redirect, and the callback is the last.
    const { outcome } = await from.comeBack(returned);
    expect(await outcomeOf(from.call(enterByProvider, { body: { ticket: outcome } }))).toBe('in');
    return [...urls, 'callback'];
  };

  // The provider's form stands where `interaction` does; a person sends it.
  const first = await redirectsOf();
  expect(first).toEqual(['auth', 'interaction', 'auth', 'callback']);
  expect(first.slice(first.indexOf('interaction')).length).toBeLessThanOrEqual(3);
  // Whoever is signed in there sees no form.
  expect(await redirectsOf()).toEqual(['auth', 'callback']);
});

test('a code that was used already is refused with a new state', async () => {
  await link(officer);
  const used = new URL((await walk()).returned).searchParams.get('code') ?? '';
  const from = browser();
  const { address } = await from.call(startProviderSignIn, { body: {} });
  const returned = new URL(await provider.visit(address, sub));
  returned.searchParams.set('code', used);

  expect((await from.comeBack(returned.href)).outcome).toBe('refused');
});

test('a ticket ends after ten minutes', async () => {
  await link(officer);
  const { call, outcome } = await walk();
  api.clock.advance(601_000);

  expect(await failure(call(enterByProvider, { body: { ticket: outcome } }))).toMatchObject({ status: 401 });
});

test.each<[string, (token: string) => string | Promise<string>]>([
  ['without a signature', (token) => `${encode({ alg: 'none' })}.${encode(claimsOf(token))}.`],
  ['with a signature of something else', (token) => `${token.slice(0, -8)}AAAAAAAA`],
  ['for another audience', (token) => provider.sign({ ...claimsOf(token), aud: 'another desk' })],
  ['of another issuer', (token) => provider.sign({ ...claimsOf(token), iss: 'https://elsewhere.example' })],
  ['with an old nonce', (token) => provider.sign({ ...claimsOf(token), nonce: 'of yesterday' })],
  ['without a nonce', (token) => provider.sign({ ...claimsOf(token), nonce: undefined })],
  ['with a time of proof in a month', (token) => sealed(token, { auth_time: Date.now() / 1000 + 30 * 86_400 })],
  ['with a far number as the time of proof', (token) => sealed(token, { auth_time: 1e300 })],
  ['with a fraction as the time of proof', (token) => sealed(token, { auth_time: 1_000_000.5 })],
  ['with a text as the time of proof', (token) => sealed(token, { auth_time: 'yesterday' })],
  ['with nothing as the time of proof', (token) => sealed(token, { auth_time: null })],
  ['that begins in a month', (token) => sealed(token, { nbf: Math.floor(Date.now() / 1000) + 30 * 86_400 })],
  ['with texts as its times', (token) => sealed(token, { iat: 'now', exp: 'later', nbf: 'then' })],
  ['with a list as the subject', (token) => sealed(token, { sub: ['a'] })],
  ['that expired', (token) => provider.sign({ ...claimsOf(token), exp: 1_000_000_000 })],
])('an ID token %s lets nobody in', async (_, change) => {
  await link(officer);
  provider.tamper = async (tokens) => ({ ...tokens, id_token: await change(tokens.id_token) });

  expect((await walk()).outcome).toBe('refused');
  expect(await refusals()).toBe('provider refused');
});

test.each<[string, Record<string, unknown>]>([
  ['a time of proof some seconds ahead', { auth_time: Math.floor(Date.now() / 1000) + 40 }],
  ['a time of issue far ahead', { iat: 1e300 }],
  ['an end far ahead', { exp: 1e300 }],
  ['a list as its address', { email: ['a@example.org'], email_verified: 'yes' }],
  ['an object as its session', { sid: { toString: 1 } }],
  ['a session of a megabyte', { sid: 's'.repeat(1_000_000) }],
  ['an object as its methods', { amr: { mfa: true } }],
])('an ID token with %s lets its person in', async (_, claims) => {
  await link(officer);
  provider.tamper = async (tokens) => ({ ...tokens, id_token: await sealed(tokens.id_token, claims) });

  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ id: officer.id });
  const { rows } = await api.pool.query<{ at: Date | null }>(
    `select reauthenticated_at as at from session where account_id = $1 and provider_session is not null`,
    [officer.id],
  );
  expect(rows[0]?.at?.getTime() ?? 0).toBeLessThanOrEqual(api.clock.now().getTime());
});

test('while the provider is down, the desk says so and the password works', async () => {
  const from = browser();
  const { address } = await from.call(startProviderSignIn, { body: {} });
  const returned = await provider.visit(address, sub);
  provider.isDown = true;

  expect((await from.comeBack(returned)).outcome).toBe('away');
  const fresh = await createTestApp({ environment: provider.environment });
  expect(await failure(fresh.call(startProviderSignIn, { body: {} }))).toMatchObject({
    status: 503,
    message: 'The sign-in provider does not answer. Log in with your password, or try again later.',
  });
  await fresh.close();
  const { email, password } = officer;
  expect(await api.call(login, { body: { email, password, type: 'mda' } })).toMatchObject({
    token: expect.any(String),
  });
});

test('the own second factor is asked for unless the provider checked several', async () => {
  const { key } = await officer.call(startMfa, { body: { currentPassword: officer.password } });
  await officer.call(confirmMfa, { body: { code: codeAt(key, api.clock.now()) } });
  await link(officer);
  const { call, outcome: ticket } = await walk();
  api.clock.advance(30_000);

  expect(await failure(call(enterByProvider, { body: { ticket } }))).toMatchObject({ code: 'MFA_REQUIRED' });
  const wrong = { body: { ticket, code: '000000' } };
  for (let time = 0; time < 10; time += 1)
    expect(await failure(call(enterByProvider, wrong))).toMatchObject({ status: 400 });
  expect(await failure(call(enterByProvider, wrong))).toMatchObject({ status: 429 });
  api.clock.advance(16 * 60_000);
  const again = await walk();
  const code = codeAt(key, api.clock.now());
  await again.call(enterByProvider, { body: { ticket: again.outcome, code } });
  provider.people[sub] = { ...provider.people[sub], amr: ['pwd', 'mfa'] };
  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ id: officer.id });
});

test('where two-step sign-in is required, several factors at the provider are enough', async () => {
  const strict = await api.rebuild({ settings: { ...api.services.settings, staffTotp: 'required' } });
  const me = async (token: string) =>
    (await strict.inject({ url: '/api/desk/me', headers: { authorization: `Bearer ${token}` } })).json()
      .mustEnrol as boolean;
  await link(officer);
  expect(await me((await signIn()).token)).toBe(true);
  provider.people[sub] = { ...provider.people[sub], amr: ['mfa'] };

  expect(await me((await signIn()).token)).toBe(false);
  await strict.close();
});

test('no secret of the sign-in reaches the log', async () => {
  const lines: string[] = [];
  vi.spyOn(api.app.log, 'warn').mockImplementation((line: unknown) => void lines.push(JSON.stringify(line)));
  provider.tamper = (tokens) => ({ ...tokens, id_token: `${tokens.id_token}x` });
  const { returned } = await walk();
  const { searchParams } = new URL(returned);

  expect(lines.join('')).not.toMatch(new RegExp(`${searchParams.get('code')}|secret of the desk|eyJ`, 'u'));
});
