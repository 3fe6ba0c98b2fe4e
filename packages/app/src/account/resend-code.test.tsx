// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest';
import { renderInApp } from '../testing/render.tsx';
import { ResendCode, secondsLeft } from './resend-code.tsx';

it.each([
  [0, 60],
  [1, 60],
  [1000, 59],
  [30_000, 30],
  [59_001, 1],
  [60_000, 0],
  [600_000, 0],
  // The clock was set back.
  [-5000, 60],
  [-500_000, 60],
])('after %i ms the wait for another code is %i s', (passed, left) => {
  expect(secondsLeft(1_000_000, 1_000_000 + passed)).toBe(left);
});

const [resend, onSent] = [vi.fn<() => Promise<void>>(), vi.fn<() => void>()];
const button = () => screen.getByRole<HTMLButtonElement>('button');
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

/** Renders the button for a code that was sent a while ago. */
const renderResend = (secondsAgo: number) =>
  renderInApp(<ResendCode sentAt={Date.now() - secondsAgo * 1000} resend={resend} onSent={onSent} />);

beforeEach(() => {
  vi.useFakeTimers();
  resend.mockResolvedValue();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.clearAllMocks();
});

test('the button for another code counts down and is then enabled', async () => {
  renderResend(50);
  expect([button().textContent, button().disabled]).toEqual(['Resend OTP in 10s', true]);

  await pass(10);

  expect([button().textContent, button().disabled]).toEqual(['Resend OTP', false]);
});

test('a screen reader announces the wait for a code at its start, middle and end, not each second', async () => {
  renderResend(50);
  expect(screen.getByRole('status').textContent).toContain('10 seconds');

  await pass(1);

  expect(screen.getByRole('status').textContent).toBe('');
});

test('the form learns when another code was sent, so that it can move the focus', async () => {
  renderResend(60);

  fireEvent.click(button());
  expect(onSent).not.toHaveBeenCalled();
  await pass(0);

  expect(onSent).toHaveBeenCalledOnce();
});

test('after a failed request for a code the reason is shown, and the button works again', async () => {
  resend.mockRejectedValueOnce(new ApiError(503, { message: 'Try again later.', code: 'UNAVAILABLE' }));
  renderResend(60);

  fireEvent.click(button());
  await pass(0);
  expect(screen.getByRole('alert').textContent).toBe('Try again later.');
  fireEvent.click(button());
  await pass(0);

  expect(screen.queryByRole('alert')).toBeNull();
  expect(onSent).toHaveBeenCalledOnce();
});
