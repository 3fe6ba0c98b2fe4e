import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { builtFile, programEnvironment } from './processes.ts';

/** The server as a separate process. */
export interface ServerProcess {
  readonly child: ChildProcess;
  readonly url: string;
  stdout(): string;
  stderr(): string;
  /** Waits for the process to end; returns its exit code. */
  ended(): Promise<number | null>;
  /** Waits until it reports that it is ready. */
  ready(): Promise<void>;
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts the built server, with these settings and no others. */
export function startProcess(settings: Readonly<Record<string, string>>): ServerProcess {
  const { HOME = '' } = process.env;
  const child = spawn(process.execPath, [builtFile('main')], { env: { ...programEnvironment, HOME, ...settings } });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    child,
    url: `http://127.0.0.1:${settings['PORT']}`,
    stdout: () => stdout,
    stderr: () => stderr,
    ended: () => exit,
    async ready() {
      const died = exit.then((code) => {
        throw new Error(`The server ended with ${code}: ${stderr}`);
      });
      const said = new Promise<void>((resolve) => {
        const look = () => stdout.includes(' is ready: ') && resolve();
        child.stdout.on('data', look);
        look();
      });
      await Promise.race([said, died]);
    },
  };
}
