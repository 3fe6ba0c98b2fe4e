import { requireNoSystemFolder } from './private-folder.ts';
import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { type FolderLock, lockFolder } from './folder-lock.ts';
import { requireWholeFolder } from './data-dir-state.ts';
import type { Settings } from './settings.ts';
import { StartupError } from './startup-error.ts';

/** The folder everything is kept in that is not in a database elsewhere. It is ours alone until it is closed. */
export interface DataDir {
  /** Absolute. */
  readonly path: string;
  /** 32 bytes for signatures and keyed hashes: from SECRET_KEY, or kept here. */
  readonly secretKey: Buffer;
  /** Lets another process have the folder. */
  close(): Promise<void>;
}

/**
 * Makes the data folder when it is missing, and takes it for this process alone.
 * @throws StartupError when it cannot be written to, another server works in it, or a restore into it was cut off.
 */
export async function openDataDir(settings: Pick<Settings, 'dataDir' | 'secretKey'>): Promise<DataDir> {
  const folder = settings.dataDir;
  const lock = await takeFolder(folder);
  try {
    await requireWholeFolder(folder);
    const secretKey =
      settings.secretKey === undefined ? await keptKey(path.join(folder, secretFile)) : keyFrom(settings.secretKey);
    return { path: folder, secretKey, close: () => lock.release() };
  } catch (error) {
    await lock.release();
    throw explained(folder, error);
  }
}

/**
 * The folder alone, whatever is in it: makes no key.
 * @throws StartupError as `openDataDir`.
 */
export async function takeFolder(folder: string): Promise<FolderLock> {
  try {
    await requireNoSystemFolder(folder);
    // Root hands the embedded database to another user, who must be able to pass through, not to look around.
    await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    // From here on whatever this process writes is for its owner's eyes.
    if (isMainThread) process.umask(0o077);
    return await lockFolder(folder);
  } catch (error) {
    throw explained(folder, error);
  }
}

function explained(folder: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(`The data folder ${folder} cannot be used: ${reasonOf(error)}. Check DATA_DIR.`);
}

/** What the system has against a file or folder, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}

/**
 * Makes a folder, and those above it with `above` as their mode. Node's own recursive `mkdir` never ends where the system refuses
 * with ENOENT, as below /proc.
 */
export async function makeFolder(folder: string, mode: number, above = 0o755): Promise<void> {
  const missing = [];
  let parent = path.dirname(folder);
  for (; !(await isThere(parent)); parent = path.dirname(parent)) missing.unshift(parent);
  for (const each of missing) await makeOne(each, above);
  await makeOne(folder, mode);
}

async function makeOne(folder: string, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const isPresent = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!isPresent) throw error;
  }
}

const isThere = (folder: string) =>
  stat(folder).then(
    () => true,
    () => false,
  );

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOENT: 'no folder can be made there',
  EEXIST: 'it is a file, not a folder',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ELOOP: 'its path is a circle of links',
  ENAMETOOLONG: 'its name is too long',
};

/** The name of the file in the data folder that keeps a key made there. */
export const secretFile = 'secret';

/** `kept:` goes before what the file of another data folder holds, where that key is to be used without the folder. */
export function keyFrom(text: string): Buffer {
  const kept = /^kept:([0-9a-f]{64})$/.exec(text)?.[1];
  return kept === undefined ? createHash('sha256').update(text).digest() : Buffer.from(kept, 'hex');
}

/** Reads the key of this folder, made the first time. */
async function keptKey(file: string): Promise<Buffer> {
  return (await readKept(file)) ?? makeKey(file);
}

/** Reads the key of a folder; undefined when none was made yet. */
export async function readKept(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}\n$/.test(text))
    throw new StartupError(`The file ${file} is damaged. Restore it from a backup, or set SECRET_KEY.`);
  return Buffer.from(text, 'hex');
}

/** Written whole before it has its name, so that a cut leaves no half a key. */
async function makeKey(file: string): Promise<Buffer> {
  const key = randomBytes(32);
  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(`${key.toString('hex')}\n`);
  await handle.sync();
  await handle.close();
  await link(draft, file);
  await rm(draft);
  return key;
}
