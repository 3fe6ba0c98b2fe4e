import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { Cluster } from './cluster.ts';
import { until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { FaultyPortal } from './portal.ts';
import { whyWithout } from './programs.ts';
import { doubled, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startWriters, type Writers } from './writers.ts';

/** How the primary is lost. */
const blows = {
  /** PostgreSQL alone: Patroni sees it, and hands over. */
  postgres: async (cluster, primary) => cluster.killPostgres(primary),
  /** The whole computer. */
  node: async (cluster, primary) => {
    await cluster.killKeeper(primary);
    await cluster.killPostgres(primary);
  },
  /** Patroni alone: PostgreSQL goes on and believes to be the primary, beside the next one. */
  keeper: async (cluster, primary) => cluster.killKeeper(primary),
  /** A computer that was cut off from the others for longer than any answer may take. */
  cutOff: async (cluster, primary) => {
    await cluster.cutOff(primary);
    await sleep(25_000);
    await blows.node(cluster, primary);
  },
} as const satisfies Record<
  string,
  (cluster: Cluster, primary: Awaited<ReturnType<Cluster['primary']>>) => Promise<void>
>;

/** Each loss takes the best part of a minute, so they are fewer than other kills. */
const most = 8;

interface Play {
  readonly cluster: Cluster;
  readonly portal: FaultyPortal;
  readonly ledger: Ledger;
  write(name: string): Promise<Writers>;
}

/** Three servers that Patroni keeps as one, the portal before them, and what goes on there. */
async function withCluster(port: number, play: (all: Play) => Promise<Outcome>): Promise<Outcome> {
  const cluster = await Cluster.start(port + 10);
  const portal = await FaultyPortal.create(port, { DATABASE_URL: cluster.url });
  const ledger = new Ledger();
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    const write = async (name: string) =>
      startWriters({ client: await Client.signIn(portal.url), ledger, recording, name: `Patroni, ${name}` });
    return await play({ cluster, portal, ledger, write });
  } catch (error) {
    throw new Error(`${String(error)}\n${portal.output}\n${cluster.lastWords()}`, { cause: error });
  } finally {
    await portal.remove();
    await cluster.remove();
  }
}

/** The primary is lost under load, again and again: what was answered with success is on the next one. */
function primaryLost({ port, rounds, tell }: Scale): Promise<Outcome> {
  return withCluster(port, async ({ cluster, portal, ledger, write }) => {
    const all = Object.entries(blows);
    const count = Math.min(rounds, most);
    let failures = 0;
    for (let round = 0; round < count; round += 1) {
      const [name, strike] = all[round % all.length]!;
      const writers = await write(`round ${round}`);
      await sleep(500 + Math.random() * 1_000);
      const before = await cluster.primary();
      await strike(cluster, before);
      const after = await nextPrimary(cluster, before);
      await portal.ready();
      await writers.stop();
      failures += writers.failures();
      await ledger.check(portal.url);
      cluster.reviveAll();
      await cluster.whole(true);
      tell(
        `loss ${round + 1} of ${count} (${name}): ${before} gave way to ${after}; ${ledger.entries.size} answered with ` +
          `success, ${ledger.lost.size} lost`,
      );
    }
    await ledger.checkAll(portal.url);
    const connection: pg.ClientConfig = { connectionString: cluster.url };
    const faults = await doubled(connection, 'Patroni');
    faults.push(...(await finalFaults(portal, { DATABASE_URL: cluster.url })));
    if (!portal.runs) faults.push('the server ended');
    return outcome(ledger, faults, `${count} times the primary was lost; ${failures} answers without success`);
  });
}

async function nextPrimary(cluster: Cluster, before: string): Promise<string> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(200)) {
    const after = await cluster.primary();
    if (after !== before) return after;
  }
  throw new Error(`${before} stays the primary.`);
}

/** The same with a replica that may be behind: there must be a loss, or the harness would see none. */
function control({ port }: Scale): Promise<Outcome> {
  return withCluster(port, async ({ cluster, portal, ledger, write }) => {
    await cluster.takeOffSafety();
    const writers = await write('asynchronous');
    const primary = await cluster.primary();
    await cluster.cutOff(primary);
    const before = ledger.entries.size;
    await until('success', () => ledger.entries.size >= before + 10 || undefined);
    await blows.node(cluster, primary);
    await writers.leave();
    await nextPrimary(cluster, primary);
    await portal.ready();
    await ledger.check(portal.url);
    const [acknowledged, lost] = [ledger.entries.size, ledger.lost.size];
    const blind = lost === 0 ? ['nothing was lost with an asynchronous replica: the harness cannot see a loss'] : [];
    const note = `with asynchronous replicas ${lost} of ${acknowledged} were lost, as they must be`;
    return { acknowledged, lost: [], faults: blind, note };
  });
}

const skip = () => whyWithout('patroni');

export const patroni: readonly Scenario[] = [
  { name: 'Patroni: the primary of three lost', short: false, skip, run: primaryLost },
  { name: 'Patroni, control: asynchronous replicas', short: false, skip, run: control },
];
