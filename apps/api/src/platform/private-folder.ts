import { chmod, stat } from 'node:fs/promises';
import { StartupError } from './startup-error.ts';

/** Reading and writing for the group and for everybody. Passing through is allowed: the embedded database may need it. */
const byOthers = 0o066;

/**
 * Closes a data folder that others may look into or write to, and says so. One that is not there yet is made closed.
 * @throws StartupError when it is open and not ours to close.
 */
export async function closeToOthers(folder: string, say: (line: string) => void): Promise<void> {
  const user = process.getuid?.();
  if (user === undefined) return;
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory() || (found.mode & byOthers) === 0) return;
  if (user === 0 || found.uid === user) await chmod(folder, found.mode & 0o711).catch(() => {});
  const now = await stat(folder);
  if ((now.mode & byOthers) !== 0) {
    throw new StartupError(
      `The data folder ${folder} is open to other users of this computer, and not ours to close: chmod go-rw ${folder}`,
    );
  }
  say(`The data folder ${folder} was open to other users of this computer. It is closed to them now.`);
}
