// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyPart } from './lazy-part.tsx';

const load = vi.fn<() => Promise<{ default: () => string }>>(async () => ({ default: () => 'here' }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  load.mockClear();
  vi.useRealTimers();
});

test('a lazy part that was fetched in advance is shown at once', async () => {
  const Part = lazyPart(load, { waiting: 'waiting' });
  await Part.load();

  render(<Part />);

  expect(screen.getByText('here')).toBeDefined();
});

test('the code of a lazy part is fetched when its schedule says so, not before', async () => {
  const inTwoSeconds = (run: () => void) => {
    const timer = setTimeout(run, 2000);
    return () => clearTimeout(timer);
  };
  const Part = lazyPart(load, { schedule: inTwoSeconds });

  render(<Part />);
  await pass(1900);
  expect(load).not.toHaveBeenCalled();
  await pass(200);

  expect(screen.getByText('here')).toBeDefined();
});

test('a lazy part that fails to load shows an error, and a retry loads it', async () => {
  load.mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load);
  render(<Part />);
  await pass(60);

  screen.getByRole('button', { name: 'Try again' }).click();
  await pass(60);

  expect(screen.getByText('here')).toBeDefined();
});

test('a quiet lazy part that fails to load shows its placeholder and no error', async () => {
  load.mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load, { quiet: true, waiting: 'waiting' });

  render(<Part />);
  await pass(60);

  expect(screen.getByText('waiting')).toBeDefined();
});
