import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { Ledger } from './ledger.ts';
import { FaultyPortal } from './portal.ts';
import { doubled, embeddedOf, finalFaults, outcome, type Outcome, type Scale, type Scenario } from './scenario.ts';
import { startWriters } from './writers.ts';

const victims = ['server', 'database', 'both'] as const;

async function strike(portal: FaultyPortal, victim: (typeof victims)[number]): Promise<void> {
  if (victim !== 'server') await portal.killDatabase();
  if (victim !== 'database') await portal.killServer();
}

/**
 * Kills the server, the database, and both amid uploads and writes, each so many times, and looks for what was promised after
 * each kill.
 */
async function kill({ rounds, port }: Scale, unsafe = false): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const recording = await readFile(fixture('statement.wav'));
  const name = 'Killed';
  let failures = 0;
  try {
    await portal.start();
    if (unsafe) await takeOffSafety(portal);
    const strikes = unsafe ? Array.from({ length: rounds }, () => 'both' as const) : repeated(rounds);
    for (const [round, victim] of strikes.entries()) {
      const client = await Client.signIn(portal.url, round % 2 === 0 ? 'citizen2@demo.example' : undefined);
      const writers = startWriters({ client, ledger, recording, name: `${name}, round ${round}` });
      await sleep(200 + Math.random() * 1_000);
      await strike(portal, victim);
      if (unsafe) await writers.leave();
      if (!portal.runs) await portal.start();
      await portal.ready();
      await writers.stop();
      failures += writers.failures();
      // Signed in anew: where the safety is off the session may be lost as well.
      await ledger.check(await Client.signIn(portal.url, client.email));
    }
    await checkAll(portal, ledger);
    const faults = await doubled(embeddedOf(portal), name);
    faults.push(...(await finalFaults(portal)));
    return outcome(ledger, faults, `${strikes.length} kills, ${failures} answers without success`);
  } catch (error) {
    throw new Error(`${String(error)}; the server ${portal.runs ? 'runs' : 'ended'}: ${portal.output}`, {
      cause: error,
    });
  } finally {
    await portal.remove();
  }
}

const repeated = (rounds: number) => Array.from({ length: rounds }, () => victims).flat();

/** Everything once more, each as the citizen who filed it. */
async function checkAll(portal: FaultyPortal, ledger: Ledger): Promise<void> {
  for (const email of new Set([...ledger.entries.values()].map((entry) => entry.by))) {
    await ledger.check(await Client.signIn(portal.url, email), true);
  }
}

/** Commits are answered before they are on the disk. What a crash then takes is what this harness must be able to see. */
async function takeOffSafety(portal: FaultyPortal): Promise<void> {
  const client = new pg.Client(embeddedOf(portal, 'postgres'));
  await client.connect();
  await client.query('alter system set synchronous_commit = off');
  await client.query(`alter system set wal_writer_delay = '10s'`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

/** With the safety off there must be a loss; none would mean that the harness sees nothing. */
async function control(scale: Scale): Promise<Outcome> {
  const seen = await kill({ ...scale, rounds: 3 }, true);
  const blind = seen.lost.length === 0 ? ['nothing was lost with the safety off: the harness cannot see a loss'] : [];
  const note = `with synchronous_commit off ${seen.lost.length} of ${seen.acknowledged} were lost, as they must be`;
  return { acknowledged: seen.acknowledged, lost: [], faults: blind, note };
}

export const kills: readonly Scenario[] = [
  { name: 'kill -9 of server, database and both', short: true, run: (scale) => kill(scale) },
  { name: 'control: the same with the safety off', short: true, run: control },
];
