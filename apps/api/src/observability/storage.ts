import { statfs } from 'node:fs/promises';
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** Free bytes below which a disk counts as full: PostgreSQL needs room for its next WAL segments. */
const fullBelow = 32 * 1024 * 1024;

async function readDisk(folder: string): Promise<{ readonly size: number; readonly free: number }> {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: bsize * blocks, free: bsize * bavail };
}

/** Whether the disk of the data folder is full; `unknown` where it cannot be read. */
export async function standingOfStorage(folder: string): Promise<'ok' | 'full' | 'unknown'> {
  return readDisk(folder).then(
    ({ free }) => (free < fullBelow ? 'full' : 'ok'),
    () => 'unknown',
  );
}

/** Adds the size and free bytes of the disk of the data folder. */
export function measureStorage({ registry }: Metrics, folder: string): void {
  const gauge = (name: string, help: string, key: 'size' | 'free') =>
    new Gauge({
      name,
      help,
      registers: [registry],
      aggregator: 'max',
      async collect() {
        await readDisk(folder).then(
          (disk) => this.set(disk[key]),
          () => this.remove(),
        );
      },
    });
  gauge('baraza_storage_size_bytes', 'Size of the disk of DATA_DIR.', 'size');
  gauge('baraza_storage_free_bytes', 'Free bytes of the disk of DATA_DIR.', 'free');
}
