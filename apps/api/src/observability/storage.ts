import { statfs } from 'node:fs/promises';
import { addGauge, type Metrics } from './metrics.ts';

/** Free bytes below which a disk counts as full: PostgreSQL needs room for its next WAL segments. */
const fullBelow = 32 * 1024 * 1024;

async function readDisk(folder: string) {
  const { bsize, blocks, bavail } = await statfs(folder);
  return { size: bsize * blocks, free: bsize * bavail };
}

const unreadable = () => undefined;

/** Whether the disk of the data folder is full; `unknown` where it cannot be read. */
export async function standingOfStorage(folder: string): Promise<'ok' | 'full' | 'unknown'> {
  const disk = await readDisk(folder).catch(unreadable);
  if (!disk) return 'unknown';
  return disk.free < fullBelow ? 'full' : 'ok';
}

/** Adds the size and free bytes of the disk of the data folder. */
export function measureStorage(metrics: Metrics, folder: string): void {
  const read = async (key: 'size' | 'free') => (await readDisk(folder).catch(unreadable))?.[key];
  addGauge(metrics, 'baraza_storage_size_bytes', 'Size of the disk of DATA_DIR.', () => read('size'));
  addGauge(metrics, 'baraza_storage_free_bytes', 'Free bytes of the disk of DATA_DIR.', () => read('free'));
}
