import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { LocalPostgresError } from './local-postgres-error.ts';
import { openToAll, type PostgresBinaries } from './postgres-binaries.ts';

/** Required owner of the cluster's files; `undefined`: the user of this process. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user, and the program in front, that PostgreSQL runs with. */
export interface RunAs extends Partial<Owner> {
  /** Arguments in front of each command. */
  readonly prefix: readonly string[];
}

/** Finds the user that PostgreSQL runs as when started by root: the cluster's owner, or a system account for a new one. */
export async function clusterOwner(cluster: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const present = await stat(cluster).catch(() => undefined);
  if (present !== undefined && present.uid !== 0) return { uid: present.uid, gid: present.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new LocalPostgresError(
    'PostgreSQL does not run as root, and there is no user postgres or nobody: start as another user.',
  );
}

function idOf(user: string, which: '-u' | '-g'): number | undefined {
  const { status, stdout } = spawnSync('id', [which, user], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
}

/** Finds a way to run PostgreSQL so that it can enter its folder. */
export async function findRunAs(binaries: PostgresBinaries, folder: string, owner: Owner | undefined): Promise<RunAs> {
  const plain: RunAs = { ...owner, prefix: [] };
  const failure = tryRun(plain, binaries, folder);
  if (failure === undefined) return plain;
  if (owner === undefined) throw cannotRun(failure);
  // The checkout or the data folder may be below a folder that only root may enter, such as /root.
  const through: RunAs = { prefix: ['setpriv', ...passingFolders(owner)] };
  if (tryRun(through, binaries, folder) === undefined) return through;
  if (binaries.home !== undefined) await openToAll(binaries.home);
  for (const way of [plain, through]) if (tryRun(way, binaries, folder) === undefined) return way;
  throw cannotRun(`${failure} (the user with the number ${owner.uid} must be able to enter the folders above)`);
}

/** Options of `setpriv`: the unprivileged user, with the right to pass through folders, in a form that `access()` honours. */
function passingFolders({ uid, gid }: Owner): string[] {
  const right = '+dac_read_search';
  const rights = ['--securebits=+no_setuid_fixup', `--inh-caps=${right}`, `--ambient-caps=${right}`];
  return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...rights, '--'];
}

/** Returns the arguments of `spawn` that run a shell script as that user. */
export function shellCommand(as: RunAs, script: string, words: readonly string[]) {
  const command = [...as.prefix, '/bin/sh', '-c', script, 'sh', ...words];
  const ids = as.uid === undefined || as.gid === undefined ? {} : { uid: as.uid, gid: as.gid };
  return { program: command[0] ?? '', words: command.slice(1), options: { ...ids, cwd: '/' } };
}

/** Enters the folder and runs the program for a moment. Returns the error, or undefined if it ran. */
function tryRun(as: RunAs, { postgres }: PostgresBinaries, folder: string): string | undefined {
  const { program, words, options } = shellCommand(as, 'cd "$1" && exec "$2" --version', [folder, postgres]);
  const { status, stderr, error } = spawnSync(program, words, { ...options, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split('\n').at(-1) ?? `exit ${status}`);
}

function cannotRun(reason: string): LocalPostgresError {
  return new LocalPostgresError(
    `The embedded PostgreSQL cannot run here: ${reason}. Set DATABASE_URL to use another server.`,
  );
}
