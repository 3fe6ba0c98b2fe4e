import { confirmMfa, enterByProvider, getStaffMe, startMfa } from '@baraza/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { codeAt } from '../../../../test/support/authenticator.ts';
import { auditedBy } from '../../../../test/support/audited.ts';
import { failure } from '../../../../test/support/failure.ts';
import { sharedProviderWorld } from '../../../../test/support/server/provider-world.ts';
import { openProvider } from './provider.ts';
import { claimsOf, encode } from '../../../../test/support/server/sign-in-provider.ts';

const world = sharedProviderWorld();
let { api, provider, officer, sub, walk, link, signIn } = world;
beforeEach(() => void ({ api, provider, officer, sub, walk, link, signIn } = world));

const logoutEvent = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const tellLogout = async (logoutToken: string) =>
  (
    await api.app.inject({
      method: 'POST',
      url: '/api/oidc/logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: logoutToken }).toString(),
    })
  ).statusCode;
const logoutClaims = () => {
  const iat = Math.floor(Date.now() / 1000);
  const { OIDC_ISSUER: iss = '', OIDC_CLIENT_ID: aud = '' } = provider.environment;
  return { iss, aud, iat, exp: iat + 120, jti: crypto.randomUUID(), sub, events: logoutEvent };
};

test('a log-out at the provider ends the sessions that it opened, and no session with a password', async () => {
  await link(officer);
  const { call } = await signIn();

  const token = await provider.sign(logoutClaims(), 'logout+jwt');

  expect(await tellLogout(token)).toBe(200);

  expect(await failure(call(getStaffMe))).toMatchObject({ status: 401 });
  expect(await officer.call(getStaffMe)).toMatchObject({ id: officer.id });
  const last = (await auditedBy(api, officer)).find(({ action }) => action === 'account.signed-out');
  expect(last).toMatchObject({ outcome: 'done', detail: { by: 'provider' } });
  api.clock.advance(1);
  const { call: later } = await signIn();
  expect(await tellLogout(token)).toBe(200);
  expect(await later(getStaffMe)).toMatchObject({ id: officer.id });
});

test('a log-out of one session at the provider ends that session alone', async () => {
  await link(officer);
  const sids: unknown[] = [];
  provider.tamper = (tokens) => (sids.push(claimsOf(tokens.id_token)['sid']), tokens);
  const [first, second] = [await signIn(), await signIn()];
  expect(new Set(sids).size).toBe(2);
  const token = await provider.sign({ ...logoutClaims(), sid: sids[0] });

  expect(await tellLogout(token)).toBe(200);

  expect(await failure(first.call(getStaffMe))).toMatchObject({ status: 401 });
  expect(await second.call(getStaffMe)).toMatchObject({ id: officer.id });
});

test.each([
  ['their session', (sid: unknown) => ({ sid })],
  ['their session alone', (sid: unknown) => ({ sid, sub: undefined })],
  ['them everywhere', () => ({})],
])('who is back from the provider and not yet in stays out once it logs %s out', async (_, change) => {
  const { key } = await officer.call(startMfa, { body: { currentPassword: officer.password } });
  await officer.call(confirmMfa, { body: { code: codeAt(key, api.clock.now()) } });
  await link(officer);
  const sids: unknown[] = [];
  provider.tamper = (tokens) => (sids.push(claimsOf(tokens.id_token)['sid']), tokens);
  const [withCode, before] = [await walk(), await walk()];
  provider.people[sub] = { amr: ['mfa'] };
  const withoutCode = await walk();
  api.clock.advance(30_000);
  for (const sid of sids)
    expect(await tellLogout(await provider.sign({ ...logoutClaims(), ...change(sid) }))).toBe(200);

  const code = codeAt(key, api.clock.now());
  for (const [{ call, outcome: ticket }, body] of [
    [withCode, { code }],
    [before, { code }],
    [withoutCode, {}],
  ] as const)
    expect(await failure(call(enterByProvider, { body: { ticket, ...body } }))).toMatchObject({ status: 401 });

  api.clock.advance(1_000);
  expect(await (await signIn()).call(getStaffMe)).toMatchObject({ id: officer.id });
});

test('a log-out and a session that opens at once leave no session', async () => {
  await link(officer);
  const enterAtLogout = async () => {
    const { call, outcome } = await walk();
    const token = await provider.sign(logoutClaims());
    const [entered] = await Promise.allSettled([
      call(enterByProvider, { body: { ticket: outcome } }),
      tellLogout(token),
    ]);
    return entered.status === 'rejected' || failure(api.callAs(entered.value.token)(getStaffMe));
  };

  for (let time = 0; time < 20; time += 1) {
    expect(await enterAtLogout()).toBeTruthy();
    api.clock.advance(1);
  }
});

test('tokens of strangers make the provider’s keys be fetched once only', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  for (let time = 0; time < 20; time += 1) {
    const token = `${encode({ alg: 'RS256', kid: `key ${time}` })}.${encode(logoutClaims())}.AAAA`;
    expect(await tellLogout(token)).toBe(400);
  }

  expect(fetched.mock.calls.filter(([address]) => String(address).endsWith('/jwks')).length).toBeLessThan(2);
  fetched.mockRestore();
  expect(await tellLogout(await provider.sign(logoutClaims()))).toBe(200);
});

test('while the provider is down, tokens of strangers ask it once a second', async () => {
  const away = openProvider(api.services.settings);
  provider.isDown = true;
  const fetched = vi.spyOn(globalThis, 'fetch');
  const read = () => away.readLogoutToken('nothing').catch((error: { code: string }) => error.code);
  for (let time = 0; time < 20; time += 1) expect(await read()).toBe('UNAVAILABLE');

  expect(fetched).toHaveBeenCalledTimes(1);
  fetched.mockRestore();
  provider.isDown = false;
  await vi.waitFor(async () => expect(await read()).not.toBe('UNAVAILABLE'), 5_000);
});

test.each<[string, () => string | Promise<string>]>([
  ['no token', () => 'nothing'],
  ['an unsigned token', () => `${encode({ alg: 'none' })}.${encode(logoutClaims())}.`],
  ['a token for another audience', () => provider.sign({ ...logoutClaims(), aud: 'another desk' })],
  ['a token with a nonce, such as an ID token', () => provider.sign({ ...logoutClaims(), nonce: 'a' })],
  ['a token of another event', () => provider.sign({ ...logoutClaims(), events: { 'https://a.example/': {} } })],
  ['a token from an hour ago', () => provider.sign({ ...logoutClaims(), iat: logoutClaims().iat - 3600 })],
  ['a token whose names are no texts', () => provider.sign({ ...logoutClaims(), sub: 5 as never, sid: { a: 1 } })],
  ['a token whose number is an object', () => provider.sign({ ...logoutClaims(), jti: { toString: 1 } as never })],
  ['a token whose events are nothing', () => provider.sign({ ...logoutClaims(), events: null })],
  ['a token with a far number as its time', () => provider.sign({ ...logoutClaims(), iat: 1e300 })],
  ['a token that names nobody', () => provider.sign({ ...logoutClaims(), sub: undefined })],
])('a log-out with %s logs nobody out', async (_, make) => {
  await link(officer);
  const { call } = await signIn();

  expect(await tellLogout(await make())).toBe(400);
  expect(await call(getStaffMe)).toMatchObject({ id: officer.id });
});
