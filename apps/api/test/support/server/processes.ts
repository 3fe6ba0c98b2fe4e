import { execFileSync, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of a built program: from sources each start takes four times as long. */
export const builtFile = (name: string) => path.join(import.meta.dirname, '../../../dist', `${name}.js`);

/** Environment of our programs: without the cache each start compiles all sources again. */
export const programEnvironment = {
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: path.join(tmpdir(), 'baraza-compile-cache'),
};

/** Returns where a program is that tests need; installs it if that is possible. */
export const findProgram = (name: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [fileURLToPath(new URL('../../../../../scripts/testing/find-programs.mjs', import.meta.url)), name],
      { encoding: 'utf8' },
    ),
  );

/** A program that a test runs beside itself. */
export interface RunningProgram {
  readonly pid: number;
  /** Resolves with the first line it prints to either stream, or the empty string when it ends without one. */
  readonly firstLine: Promise<string>;
  readonly exitCode: Promise<number | null>;
  /** Kills it (SIGKILL) and waits until it is gone. */
  kill(): Promise<void>;
}

const running = new Set<RunningProgram>();

/** Runs a module text in a Node process of its own. Modules are imported by absolute address. */
export function runModule(text: string, options: SpawnOptions = {}): RunningProgram {
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], {
    env: { ...process.env, ...programEnvironment },
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const program: RunningProgram = {
    pid: child.pid ?? 0,
    firstLine: firstLine(child),
    exitCode: exitCode(child).finally(() => running.delete(program)),
    async kill() {
      child.kill('SIGKILL');
      await program.exitCode;
    },
  };
  running.add(program);
  return program;
}

/** Ends the processes that a test has left running. */
export async function killAll(): Promise<void> {
  await Promise.all([...running].map((program) => program.kill()));
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const read = (part: Buffer) => {
      text += part.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('close', () => resolve(text.trim()));
  });
}
