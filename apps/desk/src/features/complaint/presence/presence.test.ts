// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notePresence, usePresent } from './presence.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const efua = { id: 'efua', name: 'Efua Boateng' };
const note = (open: boolean, writing: 'note' | null = null) =>
  act(() => notePresence({ complaint: 'c1', person: efua, open, writing }));

test('a colleague is shown with what they write until they close it', () => {
  const { result } = renderHook(() => usePresent('c1'));

  note(true);
  expect(result.current).toEqual([{ person: efua, writing: null }]);
  note(true, 'note');
  expect(result.current).toEqual([{ person: efua, writing: 'note' }]);
  note(false);
  expect(result.current).toEqual([]);
});

test('a colleague whose tab died is gone within 30 seconds, and one who is heard again stays', () => {
  const { result } = renderHook(() => usePresent('c1'));

  note(true);
  act(() => void vi.advanceTimersByTime(20_000));
  note(true);
  act(() => void vi.advanceTimersByTime(20_000));
  expect(result.current).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(result.current).toEqual([]);
});
