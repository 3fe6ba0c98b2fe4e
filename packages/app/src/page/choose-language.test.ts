// @vitest-environment happy-dom
import { currentToasts } from '@baraza/ui/lib/toast-store';
import { afterEach, expect, test, vi } from 'vitest';
import { endSession, startSession } from '../api/token.ts';
import { chooseLanguage, followAccount } from './choose-language.ts';

const forget = () => (document.cookie = 'language=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT');
const answer = vi.fn<(url: string, request: RequestInit) => Promise<Response>>();
const fetchLanguage = vi.fn<(language: string) => Promise<void>>();

function prepare(token: string | null) {
  forget();
  if (token === null) endSession('logout');
  else startSession(token);
  answer.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
  fetchLanguage.mockReset().mockResolvedValue(undefined);
  vi.stubGlobal('fetch', answer);
}

afterEach(() => {
  forget();
  endSession('logout');
  vi.unstubAllGlobals();
});

test('a chosen language is kept on the device and on the account', async () => {
  prepare('token');
  await chooseLanguage('fr', fetchLanguage);
  expect(fetchLanguage).toHaveBeenCalledWith('fr');
  expect(document.cookie).toContain('language=fr');
  expect(answer.mock.calls[0]![0]).toMatch(/\/users\/language$/u);
  expect(JSON.parse(String(answer.mock.calls[0]![1].body))).toEqual({ language: 'fr' });
});

test('a language chosen without a session is kept on the device only', async () => {
  prepare(null);
  await chooseLanguage('ha', fetchLanguage);
  expect(document.cookie).toContain('language=ha');
  expect(answer).not.toHaveBeenCalled();
});

test('a language that cannot be fetched shows an error and is not kept', async () => {
  prepare('token');
  const before = currentToasts().length;
  fetchLanguage.mockRejectedValue(new TypeError('no network'));
  await chooseLanguage('yo', fetchLanguage);
  expect(document.cookie).not.toContain('language=');
  expect(answer).not.toHaveBeenCalled();
  expect(currentToasts().length).toBe(before + 1);
});

test('a device without a chosen language shows that of the account', async () => {
  prepare('token');
  await followAccount('ig', fetchLanguage);
  expect(fetchLanguage).toHaveBeenCalledWith('ig');
  expect(document.cookie).toContain('language=ig');
});

test.each([null, undefined])('an account without a language changes nothing: %s', async (language) => {
  prepare('token');
  await followAccount(language, fetchLanguage);
  expect(fetchLanguage).not.toHaveBeenCalled();
});

test('the language chosen on the device overrides that of the account', async () => {
  prepare('token');
  document.cookie = 'language=sw; path=/';
  await followAccount('ig', fetchLanguage);
  expect(fetchLanguage).not.toHaveBeenCalled();
});
