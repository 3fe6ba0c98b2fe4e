import { spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { Client } from './client.ts';
import { until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { FaultyPortal } from './portal.ts';
import { outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';

const many = 10_000;

/** As many files as each of the two processes may open: the connections, and room for what else there is. */
const files = many + 1_000;

/** So many are being opened at a time, fewer than any system lets wait. */
const atOnce = 100;

/** Lets this process, and the server that it starts, open enough files. Answers why that cannot be. */
function raiseFiles(): string | undefined {
  const allowed = () => Number(spawnSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout) || Infinity;
  if (allowed() < files) spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${files}:${files}`]);
  return allowed() < files ? `this user may open ${allowed()} files, and ${files} are needed` : undefined;
}

/** Connects. With `asks` it asks one question and keeps the line, otherwise it says nothing at all. */
function idle(port: number, number: number, asks: boolean): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  // Each from a network of its own, so that no limit is met.
  const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed at once')));
    socket.once(asks ? 'data' : 'connect', () => {
      socket.removeAllListeners();
      // From here on being closed is no fault; what the server says then is read, so that its end is seen.
      socket.on('error', () => {}).resume();
      resolve(socket);
    });
    if (asks) socket.write(`GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\nx-forwarded-for: ${from}\r\n\r\n`);
  });
}

async function connectMany(port: number, asks: boolean): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < many; n += atOnce) {
    const some = Array.from({ length: atOnce }, (_, index) => idle(port, n + index, asks));
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

/** Memory of the server in megabytes. */
function memory({ pid }: FaultyPortal): number {
  return Math.round(Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout) / 1024);
}

const isOpen = (socket: Socket) => !socket.closed && !socket.readableEnded;

/** Ten thousand lines on which nothing happens keep nobody waiting, cost little, and do not stay for ever. */
async function idleConnections({ port }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const faults: string[] = [];
  const notes: string[] = [];
  let sockets: Socket[] = [];
  try {
    await portal.start();
    const client = await Client.signIn(portal.url);
    const slowest = async (when: string) => {
      let longest = 0;
      for (let n = 0; n < 20; n += 1) {
        const title = `${when}, complaint ${n}`;
        const began = performance.now();
        const id = await client.file(crypto.randomUUID(), title, undefined);
        longest = Math.max(longest, performance.now() - began);
        ledger.add({ id, title, by: client.email, sha256: null, state: 'submit' });
      }
      return Math.round(longest);
    };
    await slowest('Warming up');
    notes.push(`alone: ${memory(portal)} MB, slowest complaint ${await slowest('Alone')} ms`);
    for (const asks of [true, false]) {
      const name = asks ? 'that asked once' : 'that said nothing';
      sockets = await connectMany(port, asks);
      const longest = await slowest(`Beside lines ${name}`);
      const held = sockets.filter(isOpen).length;
      notes.push(`beside ${held} ${name}: ${memory(portal)} MB, ${longest} ms`);
      // Those that asked keep their line for a minute; how long it takes to open all goes by the computer.
      if (asks && held < many) faults.push(`${many - held} of ${many} lines ${name} were cut`);
      const gone = () => sockets.every((socket) => !isOpen(socket)) || undefined;
      await until(`the end of lines ${name}`, gone, 180_000);
    }
    if (!(await portal.isReady())) faults.push('it is not ready afterwards');
    await ledger.checkAll(portal.url);
    return outcome(ledger, faults, notes.join('; '));
  } finally {
    for (const socket of sockets) socket.destroy();
    await portal.remove();
  }
}

export const idleLines: readonly Scenario[] = [
  { name: '10,000 idle connections', short: false, skip: raiseFiles, run: idleConnections },
];
