// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useDebounced } from './use-debounced.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('a search text takes effect only after a pause in typing', () => {
  const { result, rerender } = renderHook((text: string) => useDebounced(text), { initialProps: '' });

  rerender('pass');
  act(() => void vi.advanceTimersByTime(200));
  rerender('passport');
  act(() => void vi.advanceTimersByTime(200));
  expect(result.current).toBe('');

  act(() => void vi.advanceTimersByTime(50));
  expect(result.current).toBe('passport');
});
