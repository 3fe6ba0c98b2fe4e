import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isSmall } from '../small.ts';
import { median, type Row } from '../table.ts';
import { childrenOf, ownMemoryOf, wordsOf } from './memory.ts';
import { nodeProgram, type Served, serveProgram } from './portal.ts';
import { repeatedly } from './turns.ts';

const port = 4320;
/** In seconds. */
const limit = 2;
const idleSeconds = isSmall ? 1 : 20;
const megabyte = 1_000_000;
const mostMegabytes = 100;

/** As it runs below `npm start`, which tells Node more than `node FILE` would. */
const script = 'scripts/start.mjs';
const server = nodeProgram('apps/api/dist/main.js');
const npm = ['npm', 'start'];

/** From the command to the first answer, on an embedded database that is there already, and what the server then holds at rest. */
export async function startRows(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-bench-start-'));
  const start = (words: readonly string[]) =>
    serveProgram(words, { port, path: '/health/ready', environment: { PORT: String(port), DATA_DIR: folder } });
  const time = async (words: readonly string[], then?: (served: Served) => Promise<void>) => {
    const began = performance.now();
    const served = await start(words);
    const seconds = (performance.now() - began) / 1_000;
    try {
      await then?.(served);
    } finally {
      await served.stop();
    }
    return seconds;
  };
  try {
    // Builds what is stale, makes the database and puts the sample data in.
    await time(npm, stopBelow);
    const memory: number[] = [];
    const own = await repeatedly('start of the server, in s', () => time(server));
    const whole = await repeatedly('npm start, in s', () =>
      time(npm, async (served) => {
        memory.push(await memoryAtRest(await serverBelow(served)));
        await stopBelow(served);
      }),
    );
    console.log(`  memory at rest, in MB: ${memory.map((bytes) => (bytes / megabyte).toFixed(0)).join(' ')}`);
    const rest = median(memory) / megabyte;
    return [
      rowOf('start of the server to ready', own),
      rowOf('npm start to ready', whole),
      {
        what: `own memory of the server below npm start, ${idleSeconds} s after some requests`,
        measured: `${rest.toFixed(0)} MB`,
        limit: `≤ ${mostMegabytes} MB`,
        holds: rest <= mostMegabytes,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** npm ends at a signal and lets its script go on: the script has to be told. */
async function stopBelow({ pid }: Pick<Served, 'pid'>): Promise<void> {
  for (const child of await childrenOf(pid)) {
    if (await isScript(child)) process.kill(child, 'SIGTERM');
    else await stopBelow({ pid: child });
  }
}

/** The process that answers: the script itself, or the one to which it handed over. */
async function serverBelow({ pid }: Pick<Served, 'pid'>): Promise<number> {
  let found: number | undefined;
  for (let below = await childrenOf(pid); below.length > 0; below = (await Promise.all(below.map(childrenOf))).flat()) {
    for (const child of below) if (await isScript(child)) found = child;
  }
  if (found === undefined) throw new Error('Below npm start no server runs.');
  return found;
}

/** Not the shell through which npm starts it. */
async function isScript(pid: number): Promise<boolean> {
  const [program = '', ...words] = await wordsOf(pid);
  return path.basename(program) === 'node' && words.some((word) => word.endsWith(script));
}

function rowOf(what: string, seconds: number): Row {
  return { what, measured: `${seconds.toFixed(2)} s`, limit: `≤ ${limit} s`, holds: seconds <= limit };
}

async function memoryAtRest(pid: number): Promise<number> {
  for (const asked of ['/', '/api/portal', '/desk/', '/health/ready']) {
    const answer = await fetch(`http://127.0.0.1:${port}${asked}`);
    await answer.arrayBuffer();
  }
  await sleep(idleSeconds * 1_000);
  return ownMemoryOf(pid);
}
