import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { Ledger } from './ledger.ts';
import { FaultyPortal } from './portal.ts';
import { doubled, embeddedOf, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startWriters } from './writers.ts';

/** Newcomers on a folder that is taken must give way, also when many of them find a dead server's folder at once. */
async function twoServers({ port }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const faults: string[] = [];
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    const writers = startWriters({ client: await Client.signIn(portal.url), ledger, recording, name: 'Two servers' });
    const second = new FaultyPortal(port + 1, portal.dataDir);
    const code = await exitOf(second);
    if (code !== 1 || !second.output.includes('is in use by another server')) {
      faults.push(`the second server ended with ${code}: ${second.output}`);
    }
    await sleep(300);
    await portal.killServer();
    const many = Array.from({ length: 4 }, (_, index) => new FaultyPortal(port + index, portal.dataDir));
    for (const it of many) it.spawn();
    const first = await awaitOne(many);
    for (const deadline = Date.now() + 20_000; Date.now() < deadline && many.filter(({ runs }) => runs).length > 1;)
      await sleep(100);
    const alive = many.filter(({ runs }) => runs);
    if (alive.length !== 1) faults.push(`${alive.length} of four servers got the folder`);
    await writers.leave();
    if (first) await ledger.checkAll(first.url);
    for (const it of alive) await it.stop();
    faults.push(...(await finalFaults(portal)));
    return outcome(ledger, faults, 'one of two, and then one of four, got the folder');
  } finally {
    await portal.remove();
  }
}

function exitOf(portal: FaultyPortal): Promise<number | null> {
  const child = portal.spawn();
  return new Promise((resolve) => child.once('exit', resolve));
}

async function awaitOne(portals: readonly FaultyPortal[]): Promise<FaultyPortal | undefined> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    for (const portal of portals) if (portal.runs && (await portal.isReady())) return portal;
  }
  return undefined;
}

/** A disk that fills up takes nothing that was promised, and the server goes on by itself when there is room again. */
async function fullDisk({ port }: Scale): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-full-'));
  mount('-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder);
  const portal = new FaultyPortal(port, path.join(folder, 'data'));
  const ledger = new Ledger();
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    const client = await Client.signIn(portal.url);
    const writers = startWriters({ client, ledger, recording, name: 'Full disk' });
    await sleep(500);
    const ballast = path.join(folder, 'ballast');
    const filled = await fill(folder, ballast);
    await sleep(6_000);
    const during = writers.failures();
    await rm(ballast);
    await portal.ready();
    await sleep(1_000);
    await writers.stop();
    await ledger.checkAll(portal.url);
    const faults = await doubled(embeddedOf(portal), 'Full disk');
    if (during === 0) faults.push('nobody noticed the full disk');
    await portal.stop();
    faults.push(...(await finalFaults(portal)));
    return outcome(ledger, faults, `${during} answers without success while ${filled} MB of ballast filled the disk`);
  } finally {
    await portal.remove();
    spawnSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Where files have no room and the database has, complaints with a file are refused for the moment, and others are taken. */
async function noRoomForFiles({ port, away }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const faults: string[] = [];
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    const client = await Client.signIn(portal.url);
    const writers = startWriters({ client, ledger, recording, name: 'No room for files' });
    // In a session of their own: the writers, who insist, may come to the limit of theirs.
    const other = await Client.signIn(portal.url, 'citizen2@demo.example');
    await sleep(500);
    limitFiles(portal.pid, '0');
    await sleep(away / 10);
    const refused = await other.file(crypto.randomUUID(), 'With a file', recording).then(
      () => 'success',
      ({ status }: { status?: number }) => String(status),
    );
    if (refused !== '503') faults.push(`a file without room was answered with ${refused}`);
    const id = await other.file(crypto.randomUUID(), 'Without a file', undefined);
    ledger.add({ id, title: 'Without a file', by: other.email, sha256: null, state: 'submit' });
    limitFiles(portal.pid, 'unlimited');
    await writers.stop();
    await ledger.checkAll(portal.url);
    return outcome(ledger, faults, `${writers.failures()} answers without success while no file could grow`);
  } finally {
    await portal.remove();
  }
}

/** How large a file may become that this process writes; not those of the database, which is a process of its own. */
function limitFiles(pid: number | undefined, size: string): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${size}:`], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`prlimit: ${stderr}`);
}

function noLimit(): string | undefined {
  return spawnSync('prlimit', ['--version']).status === 0 ? undefined : 'there is no program prlimit';
}

async function fill(folder: string, ballast: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
  return Math.round((bavail * bsize) / 1e6);
}

function mount(...words: string[]): void {
  const { status, stderr } = spawnSync('mount', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount: ${stderr}`);
}

/** Whether a small disk can be made here. */
function noMount(): string | undefined {
  if (process.getuid?.() !== 0) return 'making a small disk takes root';
  const folder = path.join(os.tmpdir(), `baraza-mount-${process.pid}`);
  spawnSync('mkdir', ['-p', folder]);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (status === 0) spawnSync('umount', [folder]);
  spawnSync('rmdir', [folder]);
  return status === 0 ? undefined : 'no disk can be mounted here';
}

export const places: readonly Scenario[] = [
  { name: 'two servers on one folder', short: false, run: twoServers },
  { name: 'full disk', short: false, skip: noMount, run: fullDisk },
  { name: 'no room for files', short: false, skip: noLimit, run: noRoomForFiles },
];
