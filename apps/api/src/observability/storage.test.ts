import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { measureStorage } from './storage.ts';

async function linesFor(folder: string): Promise<string[]> {
  const metrics = createMetrics();
  measureStorage(metrics, folder);
  const lines = (await metrics.registry.metrics()).split('\n');
  return lines.filter((line) => line.startsWith('baraza_storage'));
}

test('metrics show the size and free bytes of the disk', async () => {
  expect(await linesFor('.')).toEqual([
    expect.stringMatching(/^baraza_storage_size_bytes [1-9]\d+$/u),
    expect.stringMatching(/^baraza_storage_free_bytes \d+$/u),
  ]);
});

test('metrics leave out the disk of a missing folder', async () => {
  expect(await linesFor('./nowhere')).toEqual([]);
});
