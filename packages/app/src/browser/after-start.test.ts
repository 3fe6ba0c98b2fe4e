import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// The module reads its start from the fake clock, too.
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('deferred work waits two seconds from the start, and no longer', async () => {
  const { afterStart } = await import('./after-start.ts');
  const [early, late, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];

  afterStart(early);
  afterStart(cancelled)();
  vi.advanceTimersByTime(1500);
  expect(early).not.toHaveBeenCalled();
  vi.advanceTimersByTime(600);
  expect(early).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();

  afterStart(late);
  vi.advanceTimersByTime(0);
  expect(late).toHaveBeenCalledOnce();
});
