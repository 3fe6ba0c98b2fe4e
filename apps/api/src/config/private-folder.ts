import { chmod, lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/** Reading and writing for the group and for everybody. Passing through is allowed: the embedded database may need it. */
const byOthers = 0o066;
/** Within it nobody else needs to pass through. */
const byOthersWithin = 0o077;
/** Of a folder in which all users may put things, such as /tmp. */
const shared = 0o1002;

/** Of the system, and of everybody: closed to others, nobody could work on this computer any more. */
const ofSystem = new Set(
  '/bin /boot /dev /etc /home /lib /lib32 /lib64 /opt /proc /root /run /sbin /sys /tmp /usr /usr/local /var /var/lib /var/log'.split(
    ' ',
  ),
);

/** @throws StartupError when a folder is one of the system, whatever links lead there. */
export async function requireNoSystemFolder(folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => path.resolve(folder));
  if (real !== path.parse(real).root && !ofSystem.has(real)) return;
  throw new StartupError(`The data folder ${folder} is one of the system. Set DATA_DIR to a folder of its own.`);
}

/**
 * Closes a data folder that others may look into or write to, with what lies in it, and says so. One that is not there yet is
 * made closed.
 * @throws StartupError when it is open and not ours to close.
 */
export async function restrictPermissions(folder: string, say: (line: string) => void): Promise<void> {
  await requireNoSystemFolder(folder);
  const user = process.getuid?.();
  if (user === undefined) return;
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return;
  if ((found.mode & shared) === shared)
    throw new StartupError(
      `The data folder ${folder} is one that all users share. Set DATA_DIR to a folder of its own.`,
    );
  const wasOpen = (found.mode & byOthers) !== 0;
  if (wasOpen) await close(folder, folder, found, byOthers);
  const entries = await closeWithin(folder);
  if (wasOpen || entries > 0)
    say(`The data folder ${folder} was open to other users of this computer. It is closed to them now.`);
}

/** Whoever may pass through knows the names of what lies there: the file of the key, the folder of the mails. */
async function closeWithin(folder: string): Promise<number> {
  let count = 0;
  // Whatever it is: who may not list the folder is told later what is wrong with it.
  for (const name of await readdir(folder).catch(() => [])) {
    // PostgreSQL keeps its own closed, and works as another user in there.
    if (name === 'postgres' || name === 'postgres-socket') continue;
    const entry = path.join(folder, name);
    const found = await lstat(entry).catch(() => undefined);
    if (!found || found.isSymbolicLink() || (found.mode & byOthersWithin) === 0) continue;
    await close(folder, entry, found, byOthersWithin);
    count += 1;
  }
  return count;
}

async function close(folder: string, entry: string, { mode }: { readonly mode: number }, bits: number): Promise<void> {
  await chmod(entry, mode & 0o777 & ~bits).catch(() => {});
  const now = await lstat(entry).catch(() => undefined);
  if (!now || (now.mode & bits) === 0) return;
  throw new StartupError(
    `The data folder ${folder} is open to other users of this computer, and not ours to close: chmod go-rw ${entry}`,
  );
}
