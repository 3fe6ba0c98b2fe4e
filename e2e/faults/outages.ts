import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import type { Drill, Scale, Scenario } from './drill.ts';
import { embeddedOf } from './evidence.ts';
import { startPostgres, startStorage, urlOf } from './modules.ts';
import { copySampleFolder, FaultyPortal } from './portal.ts';

/** Restarts the database server, then takes it away: requests fail meanwhile, and everything goes on afterwards. */
async function databaseAway(drill: Drill, { port, away }: Scale): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-away-'));
  await copySampleFolder(folder, port);
  let postgres = await startPostgres(folder);
  const settings = { DATABASE_URL: urlOf(postgres) };
  const portal = drill.adopt(new FaultyPortal(port, folder, settings));
  drill.atEnd(() => postgres.stop());
  await portal.start();
  const writers = drill.write(await Client.signIn(portal.url), 'database away');
  for (const pause of [0, away]) {
    await sleep(500);
    await postgres.stop();
    if (pause > 0) drill.expect('ready without a database', await portal.isReady(), false);
    await sleep(pause);
    postgres = await startPostgres(folder);
    await portal.ready();
  }
  await sleep(500);
  await writers.stop();
  await drill.settle(portal, { ...postgres.connection, database: 'baraza' }, settings);
  await drill.checkEnd(portal);
  return `restarted, and ${away / 1000} s away; ${drill.failures} answers without success`;
}

/** Takes object storage away: complaints with a file get 503, those without one are accepted. */
async function storageAway(drill: Drill, { port, away }: Scale): Promise<string> {
  const storage = await startStorage();
  drill.atEnd(() => storage.close());
  const portal = await drill.portal(port, { STORAGE_URL: storage.url('files') });
  await portal.start();
  const writers = drill.write(await Client.signIn(portal.url), 'storage away');
  // Another session: the writers, who retry, may use up the rate limit of theirs.
  const other = await Client.signIn(portal.url, 'citizen2@demo.example');
  for (const how of [true, 'cut', 'mute'] as const) {
    await sleep(500);
    storage.away(how);
    await sleep(away / 3);
    drill.expect('ready without object storage', await portal.isReady(), true);
    drill.expect('status of a complaint with a file', await drill.statusWithFile(other), '503');
    await drill.file(other, `without a file, ${how}`);
    storage.away(false);
  }
  await writers.stop();
  await drill.settle(portal, embeddedOf(portal));
  return `busy, cut off and silent, ${away / 3000} s each; ${drill.failures} answers without success`;
}

/** Fills the disk: nothing acknowledged is lost, and the server goes on by itself once there is room again. */
async function fullDisk(drill: Drill, { port }: Scale): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-full-'));
  mountSmallDisk(folder);
  drill.atEnd(async () => {
    spawnSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true, force: true });
  });
  const portal = drill.adopt(new FaultyPortal(port, path.join(folder, 'data')));
  await portal.start();
  const writers = drill.write(await Client.signIn(portal.url), 'full disk');
  await sleep(500);
  const ballast = path.join(folder, 'ballast');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => {});
  await sleep(6_000);
  const during = drill.failures;
  await rm(ballast);
  await portal.ready();
  await sleep(1_000);
  await writers.stop();
  if (during === 0) drill.faults.push('nobody noticed the full disk');
  await drill.settle(portal, embeddedOf(portal));
  return `${during} answers without success while the disk was full`;
}

/** @throws Error where a disk cannot be mounted. */
function mountSmallDisk(folder: string): void {
  const words = ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder];
  const { status, stderr } = spawnSync('mount', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount: ${stderr}`);
}

/** Mounts a disk for a moment: root inside a container may not be allowed to. */
function whyNoDisk(): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'baraza-mount-'));
  try {
    mountSmallDisk(folder);
    spawnSync('umount', [folder]);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    rmdirSync(folder);
  }
}

export const outages: readonly Scenario[] = [
  { name: 'database restarted, then away', short: true, run: databaseAway },
  { name: 'object storage away', run: storageAway },
  { name: 'full disk', skip: whyNoDisk, run: fullDisk },
];
