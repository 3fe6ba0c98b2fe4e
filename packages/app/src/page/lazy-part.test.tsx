// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterStart } from '../browser/after-start.ts';
import { lazyPart } from './lazy-part.tsx';

const load = vi.fn<() => Promise<{ default: () => string }>>(async () => ({ default: () => 'here' }));
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  load.mockClear();
  vi.useRealTimers();
});

test('a part that was fetched before it is shown stands there at once', async () => {
  const Part = lazyPart(load, { waiting: 'waiting' });
  await Part.load();

  render(<Part />);

  expect(screen.getByText('here')).toBeDefined();
});

test('a late part leaves the start to the first screen', async () => {
  const Part = lazyPart(load, { schedule: afterStart });

  render(<Part />);
  await pass(500);
  expect(load).not.toHaveBeenCalled();
  await pass(20_000);

  expect(screen.getByText('here')).toBeDefined();
});

test('a part that cannot be had says so, and comes when it is tried again', async () => {
  load.mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load);
  render(<Part />);
  await pass(60);

  screen.getByRole('button', { name: 'Try again' }).click();
  await pass(60);

  expect(screen.getByText('here')).toBeDefined();
});

test('a part that a screen does without keeps silent when it cannot be had', async () => {
  load.mockRejectedValueOnce(new TypeError('no network'));
  const Part = lazyPart(load, { quiet: true, waiting: 'waiting' });

  render(<Part />);
  await pass(60);

  expect(screen.getByText('waiting')).toBeDefined();
});
