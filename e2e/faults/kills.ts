import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fixture } from '../support/portal.ts';
import { Client } from './client.ts';
import { until } from './expect.ts';
import { Ledger } from './ledger.ts';
import { FaultyPortal } from './portal.ts';
import {
  doubled,
  embeddedOf,
  finalFaults,
  unsent,
  outcome,
  type Outcome,
  type Scale,
  type Scenario,
} from './scenario.ts';
import { startWriters } from './writers.ts';

const victims = ['server', 'database', 'both'] as const;
const citizens = ['citizen@demo.example', 'citizen2@demo.example'] as const;

/** How often it is told how far it is, in strikes. */
const tellEvery = 20;

async function strike(portal: FaultyPortal, victim: (typeof victims)[number]): Promise<void> {
  if (victim !== 'server') await portal.killDatabase();
  if (victim !== 'database') await portal.killServer();
}

/** One that is killed again while it recovers from the kill before. */
async function strikeAmidStart(portal: FaultyPortal): Promise<void> {
  portal.spawn();
  await sleep(Math.random() * 2_000);
  await portal.killServer();
}

/**
 * Kills the server, the database, and both amid uploads and writes, each so many times. After each kill it looks for what was
 * promised since the one before and, at the end, for everything once more.
 */
async function kill({ rounds, port, tell, isEnough }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const recording = await readFile(fixture('statement.wav'));
  const strikes = Array.from({ length: rounds }, () => victims).flat();
  const began = performance.now();
  let [failures, done] = [0, 0];
  try {
    await portal.start();
    for (const [round, victim] of strikes.entries()) {
      if (isEnough()) break;
      const client = await Client.signIn(portal.url, citizens[round % 2]);
      const writers = startWriters({ client, ledger, recording, name: `Killed, round ${round}` });
      await sleep(200 + Math.random() * 1_000);
      await strike(portal, victim);
      if (!portal.runs && round % 5 === 4) await strikeAmidStart(portal);
      if (!portal.runs) await portal.start();
      await portal.ready();
      await writers.stop();
      failures += writers.failures();
      await ledger.check(portal.url);
      done += 1;
      if (round % tellEvery === tellEvery - 1) {
        const left = ((performance.now() - began) / (round + 1)) * (strikes.length - round - 1);
        tell(
          `kill ${round + 1} of ${strikes.length}: ${ledger.entries.size} answered with success, ${ledger.lost.size} lost; ` +
            `some ${Math.ceil(left / 60_000)} min to go`,
        );
      }
    }
    await ledger.checkAll(portal.url);
    const faults = await doubled(embeddedOf(portal), 'Killed');
    faults.push(...(await unsent(portal, 'Killed')), ...(await finalFaults(portal)));
    return outcome(ledger, faults, `${done} kills, ${failures} answers without success`);
  } catch (error) {
    throw explained(error, portal);
  } finally {
    await portal.remove();
  }
}

function explained(error: unknown, portal: FaultyPortal): Error {
  const state = portal.runs ? 'runs' : 'ended';
  return new Error(`${String(error)}; the server ${state}: ${portal.output}`, { cause: error });
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
async function control({ port }: Scale): Promise<Outcome> {
  const portal = await FaultyPortal.create(port);
  const ledger = new Ledger();
  const recording = await readFile(fixture('statement.wav'));
  try {
    await portal.start();
    await takeOffSafety(portal);
    // As a rule the first kill takes some. What was on its way to the disk just then may be saved by chance.
    for (let round = 0; round < 5 && ledger.lost.size === 0; round += 1) {
      const client = await Client.signIn(portal.url);
      const writers = startWriters({ client, ledger, recording, name: `Unsafe, round ${round}` });
      const before = ledger.entries.size;
      await until('success', () => ledger.entries.size >= before + 10 || undefined);
      await strike(portal, 'both');
      await writers.leave();
      await portal.start();
      await ledger.check(portal.url);
    }
    const { size: acknowledged } = ledger.entries;
    const { size: lost } = ledger.lost;
    const blind = lost === 0 ? ['nothing was lost with the safety off: the harness cannot see a loss'] : [];
    const note = `with synchronous_commit off ${lost} of ${acknowledged} were lost, as they must be`;
    return { acknowledged, lost: [], faults: blind, note };
  } catch (error) {
    throw explained(error, portal);
  } finally {
    await portal.remove();
  }
}

export const kills: readonly Scenario[] = [
  { name: 'kill -9 of server, database and both', short: true, run: kill },
  { name: 'control: the same with the safety off', short: true, run: control },
];
