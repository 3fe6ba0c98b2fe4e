// @vitest-environment happy-dom
import { accountType, endSession, getToken } from '@baraza/app';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { field, fill, press } from '../../../lib/testing/press.ts';
import { refusal, renderAtDesk, stubServer } from '../../../lib/testing/render.tsx';
import LoginPage from './login-page.tsx';

const typed = { email: 'ada@town.example', password: 'long enough', type: accountType };
const needsCode = refusal(403, 'Now enter the code.', { code: 'MFA_REQUIRED' });
const post = 'POST /api/login';

/** Sends email and password, with a response that can be changed. */
function logIn(answer: unknown) {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}login`);
  const answers = { [post]: answer };
  const { sent } = stubServer(answers);
  renderAtDesk(<LoginPage />);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Login/u });
  expect(button.disabled).toBe(true);
  fill(/^Email/u, typed.email);
  fill(/^Password/u, typed.password);
  expect(button.disabled).toBe(false);
  fireEvent.click(button);
  return { answers, sent };
}

afterEach(() => endSession('logout'));

test('logging in without a second factor opens the start page of the desk', async () => {
  const { sent } = logIn({ token: 'abc' });

  await waitFor(() => expect(getToken()).toBe('abc'));
  await waitFor(() => expect(window.location.pathname).toBe(import.meta.env.BASE_URL));
  expect(sent).toEqual([{ call: post, body: typed }]);
});

test('a wrong password is reported, and the email stays in its field', async () => {
  logIn(refusal(401, 'The email or the password is not correct.'));

  expect((await screen.findByRole('alert')).textContent).toContain('The email or the password is not correct.');
  expect(field(/^Email/u).value).toBe(typed.email);
  expect(getToken()).toBeNull();
});

test('the authenticator code is requested after email and password, and sent with them', async () => {
  const { answers, sent } = logIn(needsCode);
  const code = await screen.findByLabelText<HTMLInputElement>(/^Code from your app/u);
  await waitFor(() => expect([code.required, code === document.activeElement]).toEqual([true, true]));
  await press(/^Log in/u);
  expect(await screen.findAllByText(/This field is required\./u)).not.toEqual([]);
  answers[post] = refusal(400, 'This code is not correct.', { code: 'CODE_INVALID' });
  fill(/^Code from your app/u, '111111');
  await press(/^Log in/u);
  expect(await screen.findByText('This code is not correct.')).toBeTruthy();
  expect([field(/^Code from your app/u).value, getToken()]).toEqual(['111111', null]);
  answers[post] = { token: 'abc' };

  await press(/^Log in/u);

  await waitFor(() => expect(getToken()).toBe('abc'));
  expect(sent.at(-1)?.body).toEqual({ ...typed, code: '111111' });
  expect(sent).toHaveLength(3);
});

test('the recovery code has its own field, without text and error of the authenticator code', async () => {
  logIn(needsCode);
  await screen.findByLabelText(/^Code from your app/u);
  await press(/^Log in/u);
  await screen.findByRole('alert');
  fill(/^Code from your app/u, '1234');

  await press(/^Use a recovery code/u);

  const code = field(/^Recovery code/u);
  expect([code.value, code.maxLength > 0, code === document.activeElement]).toEqual(['', false, true]);
  expect(screen.queryByRole('alert')).toBeNull();
  await press(/^Use the app instead/u);
  expect(field(/^Code from your app/u).inputMode).toBe('numeric');
});

test('starting the login again keeps the email and clears the password', async () => {
  logIn(needsCode);
  await screen.findByLabelText(/^Code from your app/u);

  await press(/^Start again/u);

  expect([field(/^Email/u).value, field(/^Password/u).value]).toEqual([typed.email, '']);
});

const portal = { signInProvider: 'Staff login' };

/** Opens the login as somebody who comes back from the provider. */
function comeBack(outcome: string, answers: Record<string, unknown> = {}) {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}login#oidc=${outcome}`);
  const { sent } = stubServer({ 'GET /api/portal': portal, ...answers });
  renderAtDesk(<LoginPage />);
  return sent;
}

test('without a sign-in provider there is no button for it', async () => {
  window.history.replaceState(null, '', `${import.meta.env.BASE_URL}login`);
  stubServer({ 'GET /api/portal': { signInProvider: null } });
  renderAtDesk(<LoginPage />);

  await screen.findByRole('button', { name: /^Login/u });
  expect(screen.queryByRole('button', { name: /^Sign in with/u })).toBeNull();
});

test('a sign-in provider that is away is reported beside the login with a password', async () => {
  comeBack('away', { 'POST /api/oidc/start': refusal(503, 'The sign-in provider does not answer.') });

  expect((await screen.findByText(/^Staff login does not answer/u)).textContent).toContain('Log in with your password');
  fireEvent.click(await screen.findByRole('button', { name: /^Sign in with Staff login/u }));
  expect(await screen.findByText('The sign-in provider does not answer.')).toBeTruthy();
  expect(window.location.hash).toBe('');
});

test('the ticket of the sign-in provider opens the desk, and leaves the address', async () => {
  const sent = comeBack('ticket', { 'POST /api/oidc/session': { token: 'abc' } });

  await waitFor(() => expect(getToken()).toBe('abc'));
  expect(sent).toEqual([{ call: 'POST /api/oidc/session', body: { ticket: 'ticket' } }]);
  expect(window.location.hash).toBe('');
});

test('the authenticator code is requested after the sign-in provider, where it did not ask for one', async () => {
  const answers: Record<string, unknown> = { 'POST /api/oidc/session': needsCode };
  const sent = comeBack('ticket', answers);
  await screen.findByLabelText(/^Code from your app/u);
  fill(/^Code from your app/u, '111111');

  await press(/^Log in/u);

  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ticket: 'ticket', code: '111111' }));
});

test('a ticket that is too old is reported', async () => {
  comeBack('ticket', { 'POST /api/oidc/session': refusal(401, 'This sign-in is too old.') });

  expect(await screen.findByText('This sign-in is too old.')).toBeTruthy();
});
