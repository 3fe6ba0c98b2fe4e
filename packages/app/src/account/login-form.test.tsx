// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { getToken } from '../api/token.ts';
import { rememberReturn } from './return-to.ts';
import { renderAppHook, renderInApp } from '../testing/render.tsx';
import { LoginForm, useEnter } from './login-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an error of the login replaces the reason why the login was shown', async () => {
  const refusal = { message: 'The email or the password is not correct.', code: 'INVALID_CREDENTIALS' };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 401 }));
  const rethrow = (error: unknown) => {
    throw error;
  };
  renderInApp(
    <LoginForm email="a@town.example" notice="Your password is reset." onToken={() => undefined} onRefusal={rethrow} />,
  );
  expect(screen.getByText('Your password is reset.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Password/u), { target: { value: 'not this one' } });

  fireEvent.click(screen.getByRole('button', { name: /^Login/u }));

  expect(await screen.findByText(refusal.message)).toBeTruthy();
  expect(screen.queryByText('Your password is reset.')).toBeNull();
});

test('a login opens the screen that required it, and a later login opens the start page', () => {
  rememberReturn('/app/mda');
  const { result } = renderAppHook(useEnter);

  act(() => result.current('token'));
  expect([getToken(), window.location.pathname]).toEqual(['token', '/app/mda']);
  act(() => result.current('token'));

  expect(window.location.pathname).toBe('/app');
});

test('the login button wakes when a password manager fills the fields without an event', () => {
  vi.useFakeTimers();
  renderInApp(<LoginForm notice={null} onToken={() => undefined} onRefusal={() => undefined} />);
  const isAsleep = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Login/u }).disabled;
  expect(isAsleep()).toBe(true);

  screen.getByLabelText<HTMLInputElement>(/^Email/u).value = 'a@town.example';
  screen.getByLabelText<HTMLInputElement>(/^Password/u).value = 'harmattan';
  act(() => void vi.advanceTimersByTime(500));

  expect(isAsleep()).toBe(false);
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/u).value).toBe('harmattan');
  vi.useRealTimers();
});
