import { lstat, mkdtemp, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { privateFolder } from './postgres-cluster.ts';
import type { Owner } from './postgres-user.ts';

/** The longest folder for a socket that every system takes, in bytes: the name of the socket file and some room come after it. */
const longest = 80;

const fits = (folder: string) => Buffer.byteLength(folder) <= longest;

/** Where the server listens. */
export interface SocketFolder {
  readonly folder: string;
  /** Takes a folder outside the data folder away, once the server has ended. */
  remove(): Promise<void>;
}

/** The folder of the socket: beside the cluster or, where that path is too long, a temporary one that a link leads to. */
export async function socketFolder(dataDir: string, owner: Owner | undefined): Promise<SocketFolder> {
  const beside = path.join(dataDir, 'postgres-socket');
  if (fits(beside)) return { folder: await privateFolder(beside, owner), remove: async () => {} };
  const folder = (await leftBehind(beside, owner)) ?? (await makeElsewhere(beside, owner));
  return {
    folder,
    async remove() {
      await rm(beside, { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where the link leads, if that is a folder of the server's own still. */
async function leftBehind(link: string, owner: Owner | undefined): Promise<string | undefined> {
  const folder = await readlink(link).catch(() => undefined);
  const found = folder === undefined ? undefined : await lstat(folder).catch(() => undefined);
  // In a folder that all may write to, someone else may have taken a name that became free.
  const isOurs = found?.isDirectory() === true && found.uid === (owner?.uid ?? process.getuid?.());
  return isOurs && (found.mode & 0o077) === 0 ? folder : undefined;
}

async function makeElsewhere(link: string, owner: Owner | undefined): Promise<string> {
  // A random name: a foreseeable one could be taken by someone else. TMPDIR may itself be too long.
  const temporary = fits(path.join(tmpdir(), 'baraza-123456')) ? tmpdir() : '/tmp';
  const folder = await privateFolder(await mkdtemp(path.join(temporary, 'baraza-')), owner);
  await rm(link, { recursive: true, force: true });
  await symlink(folder, link);
  return folder;
}
