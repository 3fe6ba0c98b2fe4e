import { chmod, lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/** Read and write bits of group and others; passing through stays allowed for the embedded database. */
const byOthers = 0o066;
/** All bits of group and others, for entries of the folder. */
const byOthersWithin = 0o077;
/** Bits of a shared folder such as /tmp: sticky and writable by all. */
const shared = 0o1002;

/** System folders, which must not be closed to other users. */
const ofSystem = new Set(
  '/bin /boot /dev /etc /home /lib /lib32 /lib64 /opt /proc /root /run /sbin /sys /tmp /usr /usr/local /var /var/lib /var/log'.split(
    ' ',
  ),
);

/** Refuses system folders, also through links. @throws StartupError */
export async function requireNoSystemFolder(folder: string): Promise<void> {
  const real = await realpath(folder).catch(() => path.resolve(folder));
  if (real !== path.parse(real).root && !ofSystem.has(real)) return;
  throw new StartupError(`The data folder ${folder} is one of the system. Set DATA_DIR to a folder of its own.`);
}

/** Removes other users' access to the data folder and its entries, and reports it. @throws StartupError where it cannot. */
export async function restrictPermissions(folder: string, report: (line: string) => void): Promise<void> {
  await requireNoSystemFolder(folder);
  // A folder that is missing or cannot be listed is reported later.
  const names = await readdir(folder).catch(() => []);
  const stats = await stat(folder).catch(() => undefined);
  if (!stats?.isDirectory() || process.getuid === undefined) return;
  if ((stats.mode & shared) === shared)
    throw new StartupError(
      `The data folder ${folder} is one that all users share. Set DATA_DIR to a folder of its own.`,
    );
  let isClosed = await close(folder, stats, byOthers);
  // PostgreSQL protects its own folders, and may run as another user.
  for (const name of names.filter((each) => each !== 'postgres' && each !== 'postgres-socket')) {
    const entry = path.join(folder, name);
    const found = await lstat(entry).catch(() => undefined);
    if (found && !found.isSymbolicLink() && (await close(entry, found, byOthersWithin))) isClosed = true;
  }
  if (isClosed) report(`The data folder ${folder} was open to other users of this computer. It is closed to them now.`);
}

async function close(entry: string, { mode }: { readonly mode: number }, bits: number): Promise<boolean> {
  if ((mode & bits) === 0) return false;
  await chmod(entry, mode & 0o777 & ~bits).catch((cause: unknown) => {
    const text = `${entry} is open to other users of this computer, and not ours to close: chmod go-rw ${entry}`;
    throw new StartupError(`The data folder ${text}`, { cause });
  });
  return true;
}
