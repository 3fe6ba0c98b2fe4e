import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../lib/api/query.ts';
import { endSession, getToken } from '../../lib/api/token.ts';
import { requestReset, submitCode, submitLogin, submitReset } from './account.api.ts';

/** What was asked of the server, which lets everybody in. */
let asked: { call: string; token: string | null; body: unknown }[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({
      call: `${init.method} ${url}`,
      token: new Headers(init.headers).get('authorization'),
      body: init.body && JSON.parse(init.body as string),
    });
    return Response.json({ token: 'secret', first_name: 'Amara' });
  });
});
afterEach(() => {
  endSession('logout');
  queryClient.clear();
  vi.unstubAllGlobals();
});

const email = 'amara@town.example';
const passwords = { password: 'harmattan-wind', confirmPassword: 'harmattan-wind' };

it('logs in as a user, keeps the token and loads the profile with it', async () => {
  await submitLogin({ email, password: 'harmattan-wind' });
  expect(asked).toEqual([
    { call: 'POST /api/login', token: null, body: { email, password: 'harmattan-wind', type: 'user' } },
    { call: 'GET /api/users/get-details', token: 'Bearer secret', body: null },
  ]);
  expect(getToken()).toBe('secret');
});

it('sends the code with the address it belongs to, and keeps the token', async () => {
  await submitCode({ otp: '123456', email });
  expect(asked[0]).toEqual({ call: 'POST /api/verify-email', token: null, body: { otp: '123456', email } });
  expect(getToken()).toBe('secret');
});

it('names the type user whenever a password is forgotten or set', async () => {
  await requestReset(email);
  await submitReset({ email, otp: '123456', ...passwords });
  expect(asked).toEqual([
    { call: 'POST /api/forgot-password', token: null, body: { email, type: 'user' } },
    { call: 'PUT /api/reset-password', token: null, body: { email, otp: '123456', ...passwords, type: 'user' } },
  ]);
});
