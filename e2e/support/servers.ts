import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { dataDirOf, isWhole, portOf, settingsOf, slowPortOf, urlOf, workers } from './portal.ts';
import { openSlowLine } from './slow-line.ts';
import { smallMap } from './small-map.ts';

/** Ends a server. */
type Stop = () => Promise<void>;

const root = path.join(import.meta.dirname, '..', '..');
const longestStart = 240_000;

/** Starts a portal for each worker. Returns the function with which Playwright ends them. */
export default async function startServers(): Promise<Stop> {
  // Builds once: portals that start side by side would build into the same folder.
  await promisify(execFile)(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
  const each = Array.from({ length: workers }, (_, worker) => worker);
  const started = await Promise.allSettled([
    ...each.map((worker) => startPortal(worker)),
    ...(isWhole ? each.map((worker) => openSlowLine(slowPortOf(worker), portOf(worker))) : []),
  ]);
  const stop = async () => {
    await Promise.all(started.flatMap((it) => (it.status === 'fulfilled' ? [it.value()] : [])));
  };
  const failed = started.find((it) => it.status === 'rejected');
  if (failed === undefined) return stop;
  await stop();
  throw failed.reason;
}

const takesRunning = Boolean(process.env['E2E_REUSE']);

/** Starts the portal of a worker by `npm start`, on a folder with nothing but a map. */
export function startPortal(worker: number, reuse = takesRunning): Promise<Stop> {
  const [port, dataDir] = [portOf(worker), dataDirOf(worker)];
  return startServer(`${urlOf(worker)}/health/ready`, reuse, async () => {
    await rm(dataDir, { recursive: true, force: true });
    await mkdir(dataDir, { mode: 0o700 });
    await writeFile(path.join(dataDir, 'map.pmtiles'), smallMap());
    return run([process.execPath, path.join(root, 'scripts', 'start.mjs')], {
      ...settingsOf(port, dataDir),
      DEMO: '1',
    });
  });
}

/** Starts a program in a process group, and prints its warnings and errors. */
const run = ([program, ...words]: [string, ...string[]], settings: Readonly<Record<string, string>> = {}) =>
  spawn(program, words, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings },
  });

/** Starts a server and waits until its address responds, or uses the one that responds there already. */
async function startServer(
  url: string,
  reuse: boolean,
  start: () => ChildProcess | Promise<ChildProcess>,
): Promise<Stop> {
  if (await isReady(url)) {
    if (reuse) return async () => {};
    throw new Error(`Something answers at ${url} already. E2E_REUSE=1 takes it as it is.`);
  }
  const child = await start();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal);
  };
  const stop = async () => {
    end('SIGTERM');
    await Promise.race([ended, sleep(20_000, undefined, { ref: false })]);
    end('SIGKILL');
  };
  for (const until = Date.now() + longestStart; !(await isReady(url)); await sleep(200)) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(`The server for ${url} did not start.`);
  }
  return stop;
}

const isReady = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
