import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { erasuresFile } from '../../config/data-dir.ts';

/**
 * Notes an erased account or anonymised complaint in the data folder. It holds the id alone; a restored older backup is erased
 * again by it.
 */
export async function writeTombstone(dataDir: string, id: string, at: Date): Promise<void> {
  const line = JSON.stringify({ account_id: id, at: at.toISOString() });
  await appendFile(path.join(dataDir, erasuresFile), `${line}\n`, { mode: 0o600 });
}
