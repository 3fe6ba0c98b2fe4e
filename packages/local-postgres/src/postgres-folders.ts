import { existsSync } from 'node:fs';
import { chown, lstat, mkdir, mkdtemp, open, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { startWatched } from './postgres-process.ts';
import type { Owner, RunAs } from './postgres-user.ts';

/** Makes a folder that only its owner may open. */
export async function privateFolder(folder: string, owner: Owner | undefined): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** Makes a cluster unless there is one. It gets its name only once complete, so an interrupted start leaves no half of it. */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  as: RunAs,
  owner: Owner | undefined,
  initdbOptions: readonly string[],
): Promise<void> {
  const folder = path.dirname(cluster);
  const prefix = `${path.basename(cluster)}.init-`;
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  // A folder that a dying predecessor still writes into cannot be removed yet; the next start does it.
  for (const name of leftovers) await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {});
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return;
  const fresh = await privateFolder(await mkdtemp(path.join(folder, prefix)), owner);
  const options = ['-D', fresh, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions', ...initdbOptions];
  const initdb = startWatched([binaries.initdb, ...options], as, () => {});
  if ((await initdb.ended) !== 0) {
    await rm(fresh, { recursive: true, force: true });
    throw new LocalPostgresError(`The database could not be created in ${cluster}: ${lastLine(initdb.lastWords())}`);
  }
  await rename(fresh, cluster);
  // The rename survives a power cut only once its folder is on the disk.
  await using handle = await open(folder, 'r');
  await handle.sync();
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'no reason given';
}

/** Limit of a socket folder's path in bytes, on every system; the name of the socket file follows. */
const socketFolderMax = 80;

const fits = (folder: string) => Buffer.byteLength(folder) <= socketFolderMax;

/** Makes the folder of the socket: beside the cluster or, if that path is too long, a temporary one behind a link. */
export async function socketFolder(dataDir: string, owner: Owner | undefined) {
  const beside = path.join(dataDir, 'postgres-socket');
  if (fits(beside)) return { folder: await privateFolder(beside, owner), remove: async () => {} };
  const folder = (await leftBehind(beside, owner)) ?? (await makeElsewhere(beside, owner));
  return {
    folder,
    /** Removes a folder outside the data folder, once the server has ended. */
    async remove() {
      await rm(beside, { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the linked folder if the server's user still owns it alone. */
async function leftBehind(link: string, owner: Owner | undefined): Promise<string | undefined> {
  const folder = await readlink(link).catch(() => undefined);
  const stats = folder === undefined ? undefined : await lstat(folder).catch(() => undefined);
  // Anybody may write to the temporary folder: another user may have taken a name that became free.
  const isOurs = stats?.isDirectory() === true && stats.uid === (owner?.uid ?? process.getuid?.());
  return isOurs && (stats.mode & 0o077) === 0 ? folder : undefined;
}

async function makeElsewhere(link: string, owner: Owner | undefined): Promise<string> {
  // The name is random: another user could take a predictable one. TMPDIR may itself be too long.
  const temporary = fits(path.join(tmpdir(), 'baraza-123456')) ? tmpdir() : '/tmp';
  const folder = await privateFolder(await mkdtemp(path.join(temporary, 'baraza-')), owner);
  await rm(link, { recursive: true, force: true });
  await symlink(folder, link);
  return folder;
}
