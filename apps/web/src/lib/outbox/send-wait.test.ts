// @vitest-environment happy-dom
import { reportContact, startSession } from '@baraza/app';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newComplaint } from '../testing/new-complaint.ts';
import { getOutbox, putItem, removeItem, setOwner, type OutboxItem } from './outbox.ts';
import { submit, tryNow } from './send.ts';

vi.mock('idb-keyval', async () => (await import('../testing/device.ts')).device());

const account = 'a1';
const minute = 60_000;
const item = () => getOutbox().items[0]!;

let tries: number;
beforeEach(() => {
  tries = 0;
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  startSession('token');
  setOwner(account);
  vi.stubGlobal('fetch', async (_url: string, { headers }: { headers?: Record<string, string> } = {}) => {
    // The check whether the server responds.
    if (headers?.['idempotency-key'] === undefined) return new Response();
    tries += 1;
    throw new TypeError('network');
  });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const { key } of getOutbox().items) await removeItem(key);
  reportContact(true);
});

const plannedWait = ({ nextAt }: OutboxItem) => Date.parse(nextAt ?? '') - Date.now();

/** Fails one more try after `triesInVain`, with `chance` as the random number; returns the wait until the next. */
async function waitAfter(triesInVain: number, chance: number): Promise<number> {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  if (getOutbox().items.length === 0) await submit(newComplaint(account), () => true);
  await putItem({ ...item(), stuck: { tries: triesInVain, at: 0 } });
  reportContact(true);
  await tryNow(item());
  return plannedWait(item());
}

test('phones that lose the server at the same moment try again at different times', async () => {
  expect(await waitAfter(0, 0)).toBe(2_000);
  expect(await waitAfter(0, 0.5)).toBe(4_000);
  expect(await waitAfter(0, 0.75)).toBe(5_000);
});

test('each failed try doubles the wait before the next', async () => {
  expect(await waitAfter(1, 0.5)).toBe(8_000);
  expect(await waitAfter(2, 0.5)).toBe(16_000);
});

test('a form waits ten minutes at most between tries, give or take half', async () => {
  expect(await waitAfter(8, 0.5)).toBe(10 * minute);
  expect(await waitAfter(40, 0.5)).toBe(10 * minute);
  expect(await waitAfter(40, 0)).toBe(5 * minute);
  expect(await waitAfter(40, 0.999)).toBeLessThan(15 * minute);
});

test('a form is sent again when its wait is over, and not before', async () => {
  const wait = await waitAfter(40, 0.5);
  reportContact(true);
  const before = tries;

  await vi.advanceTimersByTimeAsync(wait - 1);
  expect(tries).toBe(before);
  await vi.advanceTimersByTimeAsync(1);

  await vi.waitFor(() => expect(tries).toBe(before + 1));
});
