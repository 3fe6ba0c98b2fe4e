import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { startWatched } from './postgres-process.ts';
import type { Owner, RunAs } from './postgres-user.ts';

/** Makes a folder that only the owner may look into. */
export async function privateFolder(folder: string, owner: Owner | undefined): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  return folder;
}

/** Makes a new cluster unless there is one; under another name first, so that a cut leaves no half of it. */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  as: RunAs,
  owner: Owner | undefined,
  words: readonly string[],
): Promise<void> {
  const folder = path.dirname(cluster);
  const prefix = `${path.basename(cluster)}.init-`;
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  // One that a dying predecessor still writes into resists; the next start removes it.
  for (const name of leftovers) await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => {});
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return;
  const fresh = await privateFolder(await mkdtemp(path.join(folder, prefix)), owner);
  const options = ['-D', fresh, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-instructions', ...words];
  const initdb = startWatched([binaries.initdb, ...options], as, () => {});
  if ((await initdb.ended) !== 0) {
    await rm(fresh, { recursive: true, force: true });
    throw new LocalPostgresError(`The database could not be created in ${cluster}: ${lastLine(initdb.lastWords())}`);
  }
  await rename(fresh, cluster);
  await syncFolder(folder);
}

/** A rename survives a power cut only once its folder is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'no reason given';
}
