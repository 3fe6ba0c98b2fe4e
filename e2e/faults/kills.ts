import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import type { Drill, Scale, Scenario } from './drill.ts';
import { embeddedOf, findUnsentReceipts, query, titlePrefix } from './evidence.ts';
import type { FaultyPortal } from './portal.ts';
import { until } from './until.ts';
import { startPhones } from './writers.ts';

const victims = ['server', 'database', 'both'] as const;
const citizens = ['citizen@demo.example', 'citizen2@demo.example'] as const;

/** Kills between two lines of progress. */
const tellEvery = 20;

async function strike(portal: FaultyPortal, victim: (typeof victims)[number]): Promise<void> {
  if (victim !== 'server') await portal.killDatabase();
  if (victim !== 'database') await portal.killServer();
}

/** Kills the server again while it recovers from the kill before. */
async function strikeDuringStart(portal: FaultyPortal): Promise<void> {
  portal.spawn();
  await sleep(Math.random() * 2_000);
  await portal.killServer();
}

/** Kills server, database and both amid uploads and writes; checks every complaint after each kill. */
async function killAll(drill: Drill, { rounds, port, tell, isEnough }: Scale): Promise<string> {
  const portal = await drill.portal(port);
  const { ledger } = drill;
  const strikes = Array.from({ length: rounds }, () => victims).flat();
  const began = performance.now();
  let done = 0;
  await portal.start();
  for (const victim of strikes) {
    if (isEnough()) break;
    const writers = drill.write(await Client.signIn(portal.url, citizens[done % 2]), `killed, round ${done}`);
    await sleep(200 + Math.random() * 1_000);
    await strike(portal, victim);
    if (!portal.runs && done % 5 === 4) await strikeDuringStart(portal);
    if (!portal.runs) await portal.start();
    await portal.ready();
    await writers.stop();
    await ledger.check(portal.url);
    done += 1;
    if (done % tellEvery > 0) continue;
    const minutes = Math.ceil((((performance.now() - began) / done) * (strikes.length - done)) / 60_000);
    tell(
      `kill ${done} of ${strikes.length}: ${ledger.entries.size} acknowledged, ${ledger.lost.size} lost; ${minutes} min left`,
    );
  }
  await drill.settle(portal, embeddedOf(portal));
  drill.faults.push(...(await findUnsentReceipts(portal)));
  await drill.checkEnd(portal);
  return `${done} kills, ${drill.failures} answers without success`;
}

/** Crashes of the database; more would show nothing new. */
const mostCrashes = 20;

/** Kills the database alone while many write at once: no connection of the pool is lost, and SIGTERM still ends the server. */
async function crashDatabase(drill: Drill, { rounds, port, tell, isEnough }: Scale): Promise<string> {
  const portal = await drill.portal(port);
  const { ledger } = drill;
  const crashes = Math.min(2 * rounds, mostCrashes);
  await portal.start();
  for (let crash = 0; crash < crashes && !isEnough(); crash += 1) {
    const client = await Client.signIn(portal.url, citizens[crash % 2]);
    const writers = drill.write(client, `crash ${crash}`, { count: 12 });
    const before = ledger.entries.size;
    await until('ten acknowledged complaints', () => ledger.entries.size >= before + 10);
    await portal.killDatabase();
    await portal.ready();
    await writers.stop();
    await drill.wholePool(portal);
    await ledger.check(portal.url);
    tell(`crash ${crash + 1} of ${crashes}: ${ledger.entries.size} acknowledged, ${ledger.lost.size} lost`);
  }
  await drill.settle(portal, embeddedOf(portal));
  await drill.checkEnd(portal);
  return `${crashes} crashes, ${drill.failures} answers without success`;
}

/** Has commits acknowledged before they are on disk. */
const takeOffDurability = (portal: FaultyPortal) =>
  query(
    embeddedOf(portal, 'postgres'),
    'alter system set synchronous_commit = off',
    `alter system set wal_writer_delay = '10s'`,
    'select pg_reload_conf()',
  );

async function killWithoutDurability(drill: Drill, { port }: Scale): Promise<string> {
  const portal = await drill.portal(port);
  const { ledger } = drill;
  await portal.start();
  await takeOffDurability(portal);
  // The first kill usually loses some. Whatever was being written to disk just then may survive by chance.
  for (let round = 0; round < 5 && ledger.lost.size === 0; round += 1) {
    const writers = drill.write(await Client.signIn(portal.url), `unsafe, round ${round}`);
    const before = ledger.entries.size;
    await until('ten acknowledged complaints', () => ledger.entries.size >= before + 10);
    await strike(portal, 'both');
    await writers.leave();
    await portal.start();
    await ledger.check(portal.url);
  }
  return 'with synchronous_commit off';
}

const secret = 'a-secret-that-nobody-can-guess';

/** Kills the server while messages arrive by SMS: each of them files once. The note has the messages a second without kills. */
async function killAmidMessages(drill: Drill, { rounds, port, tell, isEnough }: Scale): Promise<string> {
  const channels = [{ name: 'sms', preset: 'kannel', secret, country: 'NG' }];
  const portal = await drill.portal(port, { CHANNELS: JSON.stringify(channels) });
  const database = embeddedOf(portal);
  await portal.start();
  const writers = drill.write(await Client.signIn(portal.url), 'beside messages', { count: 1 });
  const phones = startPhones(`${portal.url}/channel/sms/${secret}`, `${titlePrefix}by SMS`, 48);
  await until('a hundred messages', () => phones.answered() >= 100);
  const [before, began] = [phones.answered(), performance.now()];
  await sleep(15_000);
  const perSecond = Math.round(((phones.answered() - before) / (performance.now() - began)) * 1_000);
  tell(`${perSecond} messages a second`);
  const kills = Math.min(rounds, 20);
  for (let kill = 0; kill < kills && !isEnough(); kill += 1) {
    await sleep(500 + Math.random() * 1_500);
    await portal.killServer();
    await portal.start();
  }
  await Promise.all([phones.stop(), writers.stop()]);
  const rows = await query<{ title: string; id: string }>(
    database,
    `set baraza.scope = 'system'`,
    `select title, tracking_id as id from complaint where source = 'sms'`,
  );
  drill.expect('complaints by SMS', rows.length, phones.filed.size);
  for (const { title, id } of rows) drill.expect(title, id, phones.filed.get(title));
  const waiting = await query(database, 'select from inbound_message where handled_at is null');
  drill.expect('messages without an answer', waiting.length, 0);
  await drill.settle(portal, database);
  await drill.checkEnd(portal);
  return `${phones.answered()} messages, ${phones.filed.size} complaints by SMS, ${perSecond} messages a second, ${kills} kills`;
}

export const kills: readonly Scenario[] = [
  { name: 'kill -9 of server, database and both', short: true, run: killAll },
  { name: 'database crashes under load', short: true, run: crashDatabase },
  { name: 'kill -9 amid messages by SMS', short: true, run: killAmidMessages },
  { name: 'control: kill -9 without durability', short: true, mustLose: true, run: killWithoutDurability },
];
