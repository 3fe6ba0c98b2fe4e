// @vitest-environment happy-dom
import { act, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2024-05-08T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

test('the time shown on a page is updated each minute', () => {
  const { result } = renderHook(() => useNow());

  act(() => void vi.advanceTimersByTime(60_000));

  expect(result.current).toEqual(new Date('2024-05-08T10:01:00Z'));
});

test('the time shown on a page is updated when a sleeping tab wakes', () => {
  const { result } = renderHook(() => useNow());

  vi.setSystemTime(new Date('2024-05-08T13:30:00Z'));
  fireEvent(document, new Event('visibilitychange'));

  expect(result.current).toEqual(new Date('2024-05-08T13:30:00Z'));
});
