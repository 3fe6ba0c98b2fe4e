import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { describeError } from '../observability/log.ts';
import { createMetrics } from '../observability/metrics.ts';
import { repeat } from './repeat.ts';

/** Repeats work that meets these faults by turns, and the last one for ever; undefined is success. */
function repeatWith(faults: (string | undefined)[]) {
  const lines: { readonly task: string; readonly level: number; readonly msg: string }[] = [];
  const metrics = createMetrics();
  const log = pino(
    { serializers: { err: describeError } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  let turns = 0;
  const stop = repeat({ log, metrics }, 'mails', 1, async () => {
    const fault = faults[Math.min(turns, faults.length - 1)];
    turns += 1;
    if (fault !== undefined) throw new Error(`Failed query ${turns}`, { cause: new Error(fault) });
  });
  const pass = async (count: number) => vi.waitFor(() => expect(turns).toBeGreaterThan(count));
  const gauge = async () => (await metrics.repeatsFailing.get()).values;
  return { lines, stop, pass, gauge };
}

test('work that fails again and again is logged at its first failure and at each change of the cause', async () => {
  const { lines, stop, pass } = repeatWith(['no right', 'no right', 'no right', 'no table', 'no table']);
  await pass(8);
  await stop();
  expect(lines).toMatchObject([
    { level: 50, task: 'mails', err: { cause: { message: 'no right' } } },
    { level: 50, task: 'mails', err: { cause: { message: 'no table' } } },
  ]);
});

test('the metric of repeated work is 1 while it fails, and 0 once it succeeds again', async () => {
  const failing = repeatWith(['no right']);
  await failing.pass(2);
  expect(await failing.gauge()).toMatchObject([{ labels: { task: 'mails' }, value: 1 }]);
  await failing.stop();

  const mended = repeatWith(['no right', undefined]);
  await mended.pass(3);
  expect(await mended.gauge()).toMatchObject([{ labels: { task: 'mails' }, value: 0 }]);
  expect(mended.lines.map(({ level }) => level)).toEqual([50, 30]);
  await mended.stop();
});

test('work that is cut off by the end is no failure', async () => {
  const { lines, stop, pass } = repeatWith([undefined]);
  await pass(1);
  await stop();
  expect(lines).toEqual([]);
});

test('work that is woken runs without its pause, also where it was woken meanwhile', async () => {
  const metrics = createMetrics();
  const log = pino({ enabled: false });
  let turns = 0;
  const work = repeat({ log, metrics }, 'webhooks', 3_600_000, async () => {
    await Promise.resolve();
    turns += 1;
    if (turns === 1) work.wake();
  });
  await vi.waitFor(() => expect(turns).toBe(2));
  work.wake();
  await vi.waitFor(() => expect(turns).toBe(3));
  await work();
});
