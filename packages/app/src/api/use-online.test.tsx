// @vitest-environment happy-dom
import { ApiError } from '@baraza/contract';
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useForm } from '../form/use-form.ts';
import { isOnline, reportContact, useOnline, useOnReconnect } from './use-online.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  reportContact(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a request without a response counts as offline until the server responds again', async () => {
  const fetch = vi
    .fn<() => Promise<Response>>()
    .mockRejectedValueOnce(new TypeError('network'))
    .mockResolvedValue(new Response());
  vi.stubGlobal('fetch', fetch);
  const onReconnect = vi.fn<() => void>();
  const { result } = renderHook(() => {
    useOnReconnect(onReconnect);
    return useOnline();
  });
  expect(result.current).toBe(true);

  act(() => reportContact(false));
  expect([result.current, isOnline()]).toEqual([false, false]);
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect([result.current, onReconnect.mock.calls.length]).toEqual([false, 0]);
  await act(() => vi.advanceTimersByTimeAsync(2000));

  expect([result.current, onReconnect.mock.calls.length]).toEqual([true, 1]);
});

test('the error of a submit without a response disappears when the connection is back', async () => {
  vi.stubGlobal('fetch', async () => new Response());
  const { result } = renderHook(() =>
    useForm({
      schema: { safeParse: () => ({ success: true as const, data: {} }) },
      initial: {},
      labels: {},
      submit: async () => {
        reportContact(false);
        throw new ApiError(0, { message: 'You seem to be offline.', code: 'OFFLINE' });
      },
    }),
  );

  await act(async () => result.current.onSubmit());
  expect(result.current.problem?.message).toBe('You seem to be offline.');
  await act(() => vi.advanceTimersByTimeAsync(2000));

  expect(result.current.problem).toBeNull();
});
