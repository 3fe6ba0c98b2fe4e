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
  expect([code.required, code === document.activeElement]).toEqual([true, true]);
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
