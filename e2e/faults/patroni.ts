import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';
import { Cluster, type Name } from './cluster.ts';
import type { Drill, Scale, Scenario } from './drill.ts';
import type { FaultyPortal } from './portal.ts';
import { whyWithout } from './programs.ts';
import { until } from './until.ts';

/** Ways to lose the primary. */
const blows: Record<string, (cluster: Cluster, primary: Name) => Promise<void>> = {
  /** PostgreSQL alone: Patroni notices and hands over. */
  postgres: (cluster, primary) => cluster.killPostgres(primary),
  node: killNode,
  /** Patroni alone: PostgreSQL goes on and takes itself for the primary, beside the next one. */
  patroni: (cluster, primary) => cluster.killPatroni(primary),
  /** A node that was cut off from the others for longer than any answer may take. */
  async cutOff(cluster, primary) {
    await cluster.cutOff(primary);
    await sleep(25_000);
    await killNode(cluster, primary);
  },
};

async function killNode(cluster: Cluster, primary: Name): Promise<void> {
  await cluster.killPatroni(primary);
  await cluster.killPostgres(primary);
}

/** Fewer losses than other kills: each takes most of a minute. */
const mostLosses = 8;

/** Starts the cluster, and a portal on it. */
async function startBoth(drill: Drill, port: number): Promise<{ cluster: Cluster; portal: FaultyPortal }> {
  const cluster = await Cluster.start(port + 10);
  drill.atEnd(() => cluster.remove());
  const portal = await drill.portal(port, { DATABASE_URL: cluster.url });
  await portal.start();
  return { cluster, portal };
}

/** Loses the primary under load, again and again: the next one has everything that was acknowledged. */
async function primaryLost(drill: Drill, { port, rounds, tell }: Scale): Promise<string> {
  const { cluster, portal } = await startBoth(drill, port);
  const { ledger } = drill;
  const kinds = Object.entries(blows);
  const count = Math.min(rounds, mostLosses);
  for (let round = 0; round < count; round += 1) {
    const [kind, strike] = kinds[round % kinds.length]!;
    const writers = drill.write(await Client.signIn(portal.url), `Patroni, round ${round}`);
    await sleep(500 + Math.random() * 1_000);
    const before = await cluster.primary();
    await strike(cluster, before);
    const after = await cluster.primary({ not: before });
    await portal.ready();
    await writers.stop();
    await drill.wholePool(portal);
    await ledger.check(portal.url);
    cluster.revive();
    await cluster.whole();
    const counts = `${ledger.entries.size} acknowledged, ${ledger.lost.size} lost`;
    tell(`loss ${round + 1} of ${count} (${kind}): ${after} replaced ${before}; ${counts}`);
  }
  await drill.settle(portal, { connectionString: cluster.url }, { DATABASE_URL: cluster.url });
  await drill.checkEnd(portal);
  return `the primary was lost ${count} times; ${drill.failures} answers without success`;
}

async function asynchronousPrimaryLost(drill: Drill, { port }: Scale): Promise<string> {
  const { cluster, portal } = await startBoth(drill, port);
  const { ledger } = drill;
  await cluster.replicateAsynchronously();
  const writers = drill.write(await Client.signIn(portal.url), 'Patroni, asynchronous');
  const primary = await cluster.primary();
  await cluster.cutOff(primary);
  const before = ledger.entries.size;
  await until('ten acknowledged complaints', () => ledger.entries.size >= before + 10);
  await killNode(cluster, primary);
  await writers.leave();
  await cluster.primary({ not: primary });
  await portal.ready();
  await ledger.check(portal.url);
  return 'with asynchronous replicas';
}

const skip = () => whyWithout('patroni');

export const patroni: readonly Scenario[] = [
  { name: 'Patroni: the primary of three lost', skip, run: primaryLost },
  { name: 'Patroni, control: asynchronous replicas', mustLose: true, skip, run: asynchronousPrimaryLost },
];
