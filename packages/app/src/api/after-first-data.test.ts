// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterFirstData, useHasFirstData } from './after-first-data.ts';
import { queryClient } from './query.ts';

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
let answer: () => void;

/** Starts a query that `answer` resolves. */
function ask(queryKey = ['asked']): void {
  const later = new Promise<string>((resolve) => (answer = () => resolve('here')));
  queryClient.fetchQuery({ queryKey, queryFn: () => later }).catch(() => undefined);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('deferred work waits until the data of the first screen has loaded and is drawn', async () => {
  ask();
  const run = vi.fn<() => void>();
  afterFirstData(run);
  await pass(500);
  expect(run).not.toHaveBeenCalled();

  answer();
  await pass(0);
  expect(run).not.toHaveBeenCalled();
  await pass(100);

  expect(run).toHaveBeenCalledOnce();
});

test('deferred work also waits for a query that follows from the first data', async () => {
  ask();
  const run = vi.fn<() => void>();
  afterFirstData(run);

  answer();
  await pass(20);
  ask(['next']);
  await pass(200);

  expect(run).not.toHaveBeenCalled();
});

test('a slow response delays deferred work for a limited time, and a lost connection not at all', async () => {
  ask();
  const [slow, offline, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];
  afterFirstData(slow);
  afterFirstData(cancelled)();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  afterFirstData(offline);
  await pass(100);
  expect(offline).toHaveBeenCalledOnce();
  expect(slow).not.toHaveBeenCalled();

  await act(() => vi.runOnlyPendingTimersAsync());

  expect(slow).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();
});

test('useHasFirstData turns true once the data have loaded', async () => {
  ask();
  const { result } = renderHook(() => useHasFirstData());
  await pass(100);
  expect(result.current).toBe(false);

  answer();
  await pass(100);

  expect(result.current).toBe(true);
});
