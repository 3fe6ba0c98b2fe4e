import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('after a minute without input the person counts as absent until the next input', async () => {
  const listeners = new Map<string, () => void>();
  vi.stubGlobal('window', { addEventListener: (name: string, listener: () => void) => listeners.set(name, listener) });
  const { attendanceHeader } = await import('./attendance.ts');
  expect(attendanceHeader()).toEqual({});
  vi.advanceTimersByTime(60_001);
  expect(attendanceHeader()).toEqual({ 'x-background': '1' });
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
    vi.advanceTimersByTime(60_001);
    listeners.get(name)?.();
    expect(attendanceHeader()).toEqual({});
  }
});
