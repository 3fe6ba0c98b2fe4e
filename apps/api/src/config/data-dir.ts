import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { access, constants, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { readIfThere, requireWholeFolder } from './data-dir-state.ts';
import type { Settings } from './settings.ts';
import { StartupError } from './startup-error.ts';
import { DatabaseSync } from 'node:sqlite';

/** Creates the data folder if missing and locks it. @throws StartupError when it is not usable or holds half of a restore. */
export async function openDataDir({ dataDir }: Pick<Settings, 'dataDir'>): Promise<FolderLock> {
  const lock = await takeFolder(dataDir);
  try {
    await requireWholeFolder(dataDir);
    return lock;
  } catch (error) {
    await lock.close();
    throw explained(dataDir, error);
  }
}

/** Creates and locks the folder without reading its content. */
export async function takeFolder(folder: string): Promise<FolderLock> {
  try {
    // Started by root, PostgreSQL runs as another user, who has to pass through the folder without listing it.
    await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    // Files written from here on are readable by their owner only.
    if (isMainThread) process.umask(0o077);
    return await lockFolder(folder);
  } catch (error) {
    throw explained(folder, error);
  }
}

function explained(folder: string, error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(`The data folder ${folder} cannot be used: ${(error as Error).message}. Check DATA_DIR.`);
}

/** File in the data folder that lists erased people. */
export const erasuresFile = 'erasures.jsonl';

/** File in the data folder that holds the checkpoint published last. */
export const checkpointFile = 'log-checkpoint';

/** File in the data folder that holds its generated key. */
export const secretFile = 'secret';

type KeySettings = Pick<Settings, 'dataDir' | 'secretKey'>;

/** Derives the key from SECRET_KEY; `kept:` precedes the content of another folder's key file. */
export function keyFrom(text: string): Buffer {
  const hex = /^kept:([0-9a-f]{64})$/.exec(text)?.[1];
  return hex === undefined ? createHash('sha256').update(text).digest() : Buffer.from(hex, 'hex');
}

/** Reads the key from settings or data folder; generates one for a new database. */
export async function secretKeyOf({ dataDir, secretKey }: KeySettings, isDatabaseNew = async () => false) {
  if (secretKey !== undefined) return keyFrom(secretKey);
  const file = path.join(dataDir, secretFile);
  const stored = await readKeyFile(file);
  if (stored) return stored;
  if (await isDatabaseNew()) return makeKey(file);
  throw new StartupError(
    `The key ${file} is missing, and the database was used with it. Bring it back from a backup, or set SECRET_KEY to it. To give it up, with all that it opens: (umask 077; openssl rand -hex 32 > ${file}), then npm run change-key -- --lost (docs/operate/secret-key.md).`,
  );
}

/** Key of an installation, the only one that opens values sealed in its database. */
export type KeyMaterial = NonNullable<Awaited<ReturnType<typeof findKey>>>;

/** Derives an id that distinguishes keys without revealing them. */
export function keyIdOf(key: Buffer): string {
  return Buffer.from(hkdfSync('sha256', key, 'baraza', 'name of the key', 16)).toString('hex');
}

/** Finds the key of the settings, or of the data folder with its file; undefined when there is none. */
export async function findKey({ secretKey, dataDir }: KeySettings) {
  if (secretKey !== undefined) return { id: keyIdOf(keyFrom(secretKey)), kept: undefined };
  const file = path.join(dataDir, secretFile);
  const key = await readKeyFile(file);
  return key && { id: keyIdOf(key), kept: await readFile(file) };
}

async function readKeyFile(file: string): Promise<Buffer | undefined> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  if (!/^[0-9a-f]{64}\n$/.test(text))
    throw new StartupError(`The file ${file} is damaged. Restore it from a backup, or set SECRET_KEY.`);
  return Buffer.from(text, 'hex');
}

async function makeKey(file: string): Promise<Buffer> {
  const key = await draftKey(file);
  await link(draftOf(file), file);
  await rm(draftOf(file));
  return key;
}

const draftOf = (file: string) => `${file}.new`;

async function draftKey(file: string): Promise<Buffer> {
  const key = randomBytes(32);
  await rm(draftOf(file), { force: true });
  await writeFile(draftOf(file), `${key.toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return key;
}

/** Replaces the key of the data folder. In between, `reseal` makes the database use the new one. */
export async function replaceKey(dataDir: string, reseal: (key: Buffer) => Promise<void>): Promise<void> {
  const file = path.join(dataDir, secretFile);
  await reseal(await draftKey(file));
  await rename(draftOf(file), file);
}

/** Ends a replacement that was cut off once the database used the new key. Returns whether there was one. */
export async function finishReplacing(dataDir: string, keyId: string | null): Promise<boolean> {
  const file = path.join(dataDir, secretFile);
  const key = await readKeyFile(draftOf(file));
  if (!key || keyIdOf(key) !== keyId) return false;
  await rename(draftOf(file), file);
  return true;
}

/* One process at a time works in a data folder. SQLite takes a lock of the system, which ends with its process. */

interface FolderLock {
  close(): Promise<void>;
}

/** Milliseconds to wait for the lock, by when its holder has written its process id. */
const patience = 500;

/** Locks the folder for this process. @throws StartupError naming the process that has it. */
async function lockFolder(folder: string): Promise<FolderLock> {
  // SQLite's error would not name the cause.
  await access(folder, constants.W_OK | constants.X_OK);
  const lock = new DatabaseSync(path.join(folder, 'lock'), { timeout: patience });
  const holder = path.join(folder, 'lock.pid');
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive');
    await writeFile(holder, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw isTaken(error) ? await inUse(folder, holder) : error;
  }
  return { close: async () => lock.close() };
}

/** SQLite's code SQLITE_BUSY. */
const isTaken = (error: unknown) => (error as { errcode?: number }).errcode === 5;

async function inUse(folder: string, holder: string): Promise<StartupError> {
  const pid = (await readFile(holder, 'utf8')).trim();
  return new StartupError(
    `The data folder ${folder} is in use by another server (process ${pid}). Stop it, or set DATA_DIR to another folder.`,
  );
}
