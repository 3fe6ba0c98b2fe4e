import { statfs } from 'node:fs/promises';
import type { Services } from '../services.ts';
import { addGauge } from './metrics.ts';

/** Timeout of the file store in milliseconds; the database has that of its pool. */
const patience = 2_000;

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

/** Whether the file store answers; the log has the reason if it does not. */
export async function standingOfFiles({ files, log }: Pick<Services, 'files' | 'log'>): Promise<'ok' | 'failed'> {
  const late = AbortSignal.timeout(patience);
  // A folder on a lost network share does not respond, not even to the signal.
  const tooLate = new Promise((_, reject) => late.addEventListener('abort', () => reject(late.reason as Error)));
  try {
    await Promise.race([files.check(late), tooLate]);
    return 'ok';
  } catch (error) {
    log.warn({ err: error }, 'The file store is not ready.');
    return 'failed';
  }
}

/** Measures size and free bytes of the data folder, and whether the file store answers. */
export function measureStorage(services: Pick<Services, 'metrics' | 'settings' | 'files' | 'log'>): void {
  const { metrics, settings } = services;
  const folder = settings.dataDir;
  const read = async (key: 'size' | 'free') => (await readDisk(folder).catch(unreadable))?.[key];
  addGauge(metrics, 'baraza_storage_size_bytes', 'Size of the disk of DATA_DIR.', () => read('size'));
  addGauge(metrics, 'baraza_storage_free_bytes', 'Free bytes of the disk of DATA_DIR.', () => read('free'));
  const isUp = async () => ((await standingOfFiles(services)) === 'ok' ? 1 : 0);
  addGauge(metrics, 'baraza_files_up', 'Whether the file store answers.', isUp);
}
