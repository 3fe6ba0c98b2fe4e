import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());

test('what is needed later waits two seconds from the start, and no longer', async () => {
  const { afterStart } = await import('./after-start.ts');
  const [early, late, cancelled] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()];

  afterStart(early);
  afterStart(cancelled)();
  vi.advanceTimersByTime(1500);
  expect(early).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1500);
  expect(early).toHaveBeenCalledOnce();
  expect(cancelled).not.toHaveBeenCalled();

  afterStart(late);
  vi.advanceTimersByTime(0);
  expect(late).toHaveBeenCalledOnce();
});

test('what waits for the start comes one by one', async () => {
  const { afterStart } = await import('./after-start.ts');
  const [one, other] = [vi.fn<() => void>(), vi.fn<() => void>()];

  afterStart(one);
  afterStart(other);
  vi.advanceTimersByTime(2000);

  expect(one).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(other).toHaveBeenCalledOnce();
});
