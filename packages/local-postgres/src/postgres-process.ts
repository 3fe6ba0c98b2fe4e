import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgresError } from './local-postgres-error.ts';
import { shellCommand, type RunAs } from './postgres-user.ts';

/*
 * Runs the command and watches its own standard input, whose other end this process holds: when this process dies, even
 * by kill -9, the pipe closes and the command is ended. A shell ignores SIGINT for what it starts in the background;
 * both PostgreSQL programs install handlers of their own.
 */
const watch = `
exec 3<&0
"$@" </dev/null 3<&- & command=$!
(cat <&3 >/dev/null; kill -INT $command 2>/dev/null) & watcher=$!
exec 3<&-
trap 'kill -INT $command' INT TERM HUP
wait $command; status=$?
while kill -0 $command 2>/dev/null; do wait $command; status=$?; done
kill $watcher 2>/dev/null
exit $status`;

/** A PostgreSQL program that never outlives this process. */
export type WatchedProcess = ReturnType<typeof startWatched>;

/** Starts a PostgreSQL program in its own group, out of reach of Ctrl-C. */
export function startWatched(command: readonly string[], as: RunAs, log: (line: string) => void) {
  const { program, words, options } = shellCommand(as, watch, command);
  const child = spawn(program, words, {
    ...options,
    // The server's environment is not passed on: it holds passwords and keys.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4_000);
    for (const line of text.split('\n')) if (line.trim() !== '') log(line);
  });
  child.stdin.on('error', () => {});
  let over = false;
  const exited = once(child, 'exit').then(
    ([code]: (number | null)[]) => code ?? null,
    () => null,
  );
  const ended = exited.finally(() => {
    over = true;
    child.stdin.destroy();
  });
  return {
    /** Resolves to the exit code when the program has ended; `null` if it was killed. */
    ended,
    hasEnded: () => over,
    lastWords: () => tail,
    end: () => void child.stdin.destroy(),
  };
}

/** Signals to a leftover server, each after a wait in milliseconds: to end, then to quit at once. */
const endSignals = [
  { after: 3_000, signal: 'SIGINT' },
  { after: 20_000, signal: 'SIGQUIT' },
] as const;
/** Limit of the wait for a leftover server to end, in milliseconds. */
const endTimeout = 30_000;

/** Ends servers that a killed process left on the cluster. The caller holds the lock of the data folder. */
export async function endLeftovers(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const began = Date.now();
  const signalsLeft = [...endSignals];
  for (let pid = recordedPid(file); pid !== undefined && isServerOf(pid, cluster); pid = recordedPid(file)) {
    const waited = Date.now() - began;
    if (waited > endTimeout)
      throw new LocalPostgresError(`An earlier PostgreSQL server (process ${pid}) does not end.`);
    if (signalsLeft[0] && waited > signalsLeft[0].after) signal(pid, signalsLeft.shift()!.signal);
    await sleep(25);
  }
  // PostgreSQL takes any living process with the recorded ID for its predecessor. After a restart of the computer or
  // container that may be another program.
  const pid = recordedPid(file);
  if (pid !== undefined && signal(pid, 0)) await rm(file, { force: true });
}

function recordedPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return pid > 0 ? pid : undefined;
}

/** Whether the process is PostgreSQL running on the cluster: that is its working folder. */
function isServerOf(pid: number, cluster: string): boolean {
  if (!existsSync('/proc/self/cwd')) {
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes(cluster);
  }
  try {
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8') === 'postgres\n';
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false; // It has ended, or belongs to another user.
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
