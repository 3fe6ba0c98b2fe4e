import { stat } from 'node:fs/promises';
import path from 'node:path';
import { secretFile } from './data-dir.ts';
import { StartupError } from './startup-error.ts';

/** Read and write bits of group and others; passing through stays allowed for the embedded database. */
const openToOthers = 0o066;
const writableByAll = 0o002;

/** Warns if others may read the data folder or key. @throws StartupError if everybody may write to it. */
export async function checkPermissions(folder: string, report: (line: string) => void): Promise<void> {
  if (process.getuid === undefined) return;
  for (const entry of [folder, path.join(folder, secretFile)]) {
    // A folder that is missing or out of reach is reported later.
    const mode = (await stat(entry).catch(() => undefined))?.mode ?? 0;
    if ((mode & writableByAll) !== 0)
      throw new StartupError(`All users of this computer may write to ${entry}. Set DATA_DIR to a folder of its own.`);
    if ((mode & openToOthers) !== 0)
      report(`Warning: other users of this computer may read ${entry}. Close it to them, with chmod go-rw.`);
  }
}
