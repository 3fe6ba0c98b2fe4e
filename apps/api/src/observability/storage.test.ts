import pino from 'pino';
import { expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { createMetrics } from './metrics.ts';
import { measureStorage } from './storage.ts';

async function linesFor(dataDir: string, check = async () => {}, name = 'baraza_storage'): Promise<string[]> {
  const services = {
    metrics: createMetrics(),
    settings: { dataDir },
    files: { check },
    log: pino({ level: 'silent' }),
  };
  measureStorage(services as unknown as Services);
  const lines = (await services.metrics.registry.metrics()).split('\n');
  return lines.filter((line) => line.startsWith(name));
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

test('a metric shows whether the file store answers', async () => {
  expect(await linesFor('.', async () => {}, 'baraza_files')).toEqual(['baraza_files_up 1']);
  expect(await linesFor('.', () => Promise.reject(new Error('away')), 'baraza_files')).toEqual(['baraza_files_up 0']);
});
