import { type ChildProcess, spawn, spawnSync } from 'node:child_process';

/** A program that runs beside the server. */
export interface Watched {
  readonly runs: () => boolean;
  /** The end of its output. */
  readonly lastWords: () => string;
  /** Kills it (kill -9) and waits until it is gone. */
  kill(): Promise<void>;
}

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the user for a database server, which refuses to run as root. */
export function plainUser(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** Starts a program that ends with this process. */
export function startProgram(command: readonly string[], as: RunAs | undefined, cwd = '/'): Watched {
  const [program = '', ...words] = command;
  const { PATH = '' } = process.env;
  const child: ChildProcess = spawn(program, words, {
    ...as,
    cwd,
    env: { PATH, LC_ALL: 'C.UTF-8', HOME: cwd },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let tail = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (tail = (tail + String(chunk)).slice(-8_000)));
  child.once('error', (error) => (tail += String(error)));
  const runs = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  return {
    runs,
    lastWords: () => tail,
    async kill() {
      process.off('exit', end);
      if (!runs()) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      end();
      await ended;
    },
  };
}
