import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError } from './local-postgres-error.ts';

/** How long an earlier server may take on its own, until it is asked to end, and until it is told to end at once. */
const patience = { alone: 3_000, asked: 20_000, told: 30_000 };

/**
 * Sees to it that no server of an earlier, killed process works on the cluster any more. The caller holds the lock of the
 * data folder, so whatever still runs there is an orphan; as a rule it is already shutting down.
 */
export async function endLeftovers(cluster: string): Promise<void> {
  const began = Date.now();
  let step: 'alone' | 'asked' | 'told' = 'alone';
  for (let pids = processesIn(cluster); pids.length > 0; pids = processesIn(cluster)) {
    const waited = Date.now() - began;
    if (waited > patience[step]) {
      if (step === 'told')
        throw new LocalPostgresError(`An earlier PostgreSQL server (process ${pids[0]}) does not end.`);
      const postmaster = recordedPid(cluster);
      if (postmaster !== undefined && pids.includes(postmaster))
        signal(postmaster, step === 'alone' ? 'SIGINT' : 'SIGQUIT');
      step = step === 'alone' ? 'asked' : 'told';
    }
    await sleep(25);
  }
  // PostgreSQL believes any living process with the recorded number to be its predecessor: after a restart of the
  // computer or of a container it may well be another program.
  const pid = recordedPid(cluster);
  if (pid !== undefined && canList && isAlive(pid)) await rm(path.join(cluster, 'postmaster.pid'), { force: true });
}

const canList = existsSync('/proc/self/cwd');

/** Every PostgreSQL process works in the folder of its cluster. */
function processesIn(cluster: string): number[] {
  if (!existsSync(cluster)) return [];
  const folder = realpathSync(cluster);
  if (canList)
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && worksIn(pid, folder));
  const pid = recordedPid(cluster);
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  return pid !== undefined && stdout.includes(cluster) ? [pid] : [];
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
  } catch {
    return false; // It has ended, or is not ours to look at.
  }
}

/** The process number that the last server wrote down. */
function recordedPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function signal(pid: number, name: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
}
