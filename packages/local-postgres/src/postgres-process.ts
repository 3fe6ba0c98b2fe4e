import { spawn, type ChildProcess } from 'node:child_process';
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
export interface WatchedProcess {
  /** Its exit code, once it has ended; `null` when it was killed. */
  readonly ended: Promise<number | null>;
  readonly hasEnded: () => boolean;
  readonly lastWords: () => string;
  end(): void;
}

/** Starts a PostgreSQL program in its own group, out of reach of Ctrl-C. */
export function startWatched(command: readonly string[], as: RunAs, log: (line: string) => void): WatchedProcess {
  const { program, words, options } = shellCommand(as, watch, command);
  const child = spawn(program, words, {
    ...options,
    // Nothing of our environment: it holds passwords and keys.
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
  const ended = endOf(child).finally(() => {
    over = true;
    child.stdin.destroy();
  });
  return { ended, hasEnded: () => over, lastWords: () => tail, end: () => child.stdin.destroy() };
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
}
