import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { link, readdir, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { StartupError } from './startup-error.ts';

/*
 * One process at a time works in a data folder. Node has no file locks, and a file with a process id goes stale or names another process.
 * So the lock is a socket that its holder listens on: the system knows whether somebody does, even across containers, and forgets it with
 * the process.
 *
 * A dead holder's socket is not replaced, since two newcomers could replace each other's. Locks are numbered instead: whoever finds the newest
 * one dead creates the next number, which only one can (`link` never overwrites). The newest number is never removed, so a slow newcomer that
 * revives an old number sees a newer one and gives way.
 */

const numbered = /^lock\.(\d+)$/;
const unfinished = /^lock-[0-9a-f]+\.new$/;

/** A lock held until released or the process ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks the folder for this process.
 * @throws StartupError naming the process that has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const server = net.createServer((client) => client.on('error', () => {}).end(`${process.pid}\n`)).unref();
  const own = `lock-${randomBytes(8).toString('hex')}.new`;
  await withShortPath(folder, (short) => listen(server, path.join(short, own)));
  try {
    while (!(await takeNext(folder, own)));
  } catch (error) {
    server.close();
    throw error;
  } finally {
    await rm(path.join(folder, own), { force: true });
  }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Tries to become the next holder; false when another newcomer was faster. */
async function takeNext(folder: string, own: string): Promise<boolean> {
  const newest = Math.max(0, ...(await locks(folder)));
  const holder =
    newest === 0 ? undefined : await withShortPath(folder, (short) => ask(path.join(short, `lock.${newest}`)));
  if (holder !== undefined) {
    throw new StartupError(
      `The data folder ${folder} is in use by another server (${holder}). Stop it, or set DATA_DIR to another folder.`,
    );
  }
  const mine = path.join(folder, `lock.${newest + 1}`);
  try {
    await link(path.join(folder, own), mine);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  const present = await locks(folder);
  if (present.some((number) => number > newest + 1)) {
    await rm(mine, { force: true });
    return false;
  }
  await sweep(
    folder,
    present.filter((number) => number <= newest),
  );
  return true;
}

async function locks(folder: string): Promise<number[]> {
  return (await readdir(folder)).map((name) => Number(numbered.exec(name)?.[1])).filter((number) => number > 0);
}

/** Removes older numbers and leftovers of killed newcomers. */
async function sweep(folder: string, older: readonly number[]): Promise<void> {
  for (const number of older) await rm(path.join(folder, `lock.${number}`), { force: true });
  for (const name of (await readdir(folder)).filter((entry) => unfinished.test(entry))) {
    const made = await stat(path.join(folder, name)).catch(() => undefined);
    if (made !== undefined && Date.now() - made.mtimeMs > 60_000) await rm(path.join(folder, name), { force: true });
  }
}

function listen(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(address, () => resolve());
  });
}

/** Asks who holds a lock; undefined for nobody. A holder too busy to answer still holds it. */
function ask(address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    let answer = '';
    socket.setEncoding('utf8').setTimeout(1_000, () => socket.destroy());
    socket.on('data', (text: string) => (answer += text));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(undefined);
    });
    socket.on('close', () => resolve(/^\d+\n$/.test(answer) ? `process ${answer.trim()}` : 'it does not answer'));
  });
}

/** Longest folder path that leaves room for a file name in a socket address. */
const longestFolder = 70;

/** Calls `use` with a path short enough for a socket; on Linux through an open handle. */
async function withShortPath<Result>(folder: string, use: (short: string) => Promise<Result>): Promise<Result> {
  if (Buffer.byteLength(folder) <= longestFolder) return use(folder);
  if (!existsSync('/proc/self/fd'))
    throw new StartupError(`The path of the data folder is too long: ${folder}. Set DATA_DIR to a shorter one.`);
  const handle = openSync(folder, 'r');
  try {
    return await use(`/proc/self/fd/${handle}`);
  } finally {
    closeSync(handle);
  }
}
