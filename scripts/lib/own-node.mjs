// Continues under the Node that npm installed, if its version differs from this one. Node builtins only.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tool } from './run.mjs';

/** Set when running under npm's own Node, so that it starts no third. */
const marker = 'BARAZA_SECOND_START';

/** Settings of glibc: two arenas, and large blocks go back when free. Without them a server keeps twice as much memory. */
export const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/** True under the installed Node. Read once: programs that we start must not see the marker. */
const isSecond = process.env[marker] !== undefined;
delete process.env[marker];

/** Ends this process when the first one is gone, even by kill -9. */
export function endWithFirst() {
  if (!isSecond || process.channel === undefined) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

/**
 * Runs this script under the installed Node, with the same flags; returns whether it did.
 * Signals are passed on, and either process ends with the other.
 */
export function handOver() {
  if (isSecond || !hasOwnNode()) return false;
  const child = spawn(tool('node'), [...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...allocator, ...process.env, [marker]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      if (!isFromTerminal(signal)) child.kill(signal);
    });
  child.once('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
  child.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
  return true;
}

/** Ctrl-C reaches every process of the terminal: passed on, it would arrive twice, which means "at once". */
function isFromTerminal(signal) {
  return signal === 'SIGINT' && process.stdin.isTTY;
}

/** Whether npm installed a Node of another version than this one that runs here. */
function hasOwnNode() {
  if (!existsSync(tool('node'))) return false;
  const { status, stdout } = spawnSync(tool('node'), ['--version'], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== process.version;
}
