import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture } from '../support/portal.ts';
import type { Client } from './client.ts';
import { type Connection, findDuplicates, titlePrefix, verifyHistory } from './evidence.ts';
import { Ledger } from './ledger.ts';
import { FaultyPortal } from './portal.ts';
import { until } from './until.ts';
import { startWriters, type Writers } from './writers.ts';

export interface Scale {
  /** How often each victim is killed. */
  readonly rounds: number;
  /** How long an outage lasts, in milliseconds. */
  readonly away: number;
  /** The first of twenty ports that nobody else uses. */
  readonly port: number;
  /** A built clone that stands in for the last release in the rolling start. */
  readonly before?: string | undefined;
  /** True once the person at the keyboard wants no further rounds. */
  readonly isEnough: () => boolean;
  /** Prints progress. */
  readonly tell: (line: string) => void;
}

export interface Scenario {
  readonly name: string;
  /** Part of the short form. */
  readonly short?: true;
  /** Runs without durability: nothing lost means that the search for losses is blind. */
  readonly mustLose?: true;
  /** Returns why the scenario cannot run on this machine. */
  readonly skip?: (scale: Scale) => string | undefined;
  /** Returns a note for the table of results. */
  run(drill: Drill, scale: Scale): Promise<string>;
}

/** One run of a scenario, with its portals, ledger, faults and clean-ups. */
export class Drill {
  readonly ledger = new Ledger();
  readonly faults: string[] = [];
  readonly #recording: Uint8Array;
  readonly #portals: FaultyPortal[] = [];
  readonly #writers: Writers[] = [];
  readonly #closers: (() => unknown)[] = [];

  private constructor(recording: Uint8Array) {
    this.#recording = recording;
  }

  static async begin(): Promise<Drill> {
    return new Drill(await readFile(fixture('statement.wav')));
  }

  /** Registers a clean-up; the last one registered runs first. */
  atEnd(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Makes a portal on a data folder of its own and removes both at the end. */
  async portal(port: number, settings: Record<string, string> = {}, server?: string): Promise<FaultyPortal> {
    return this.adopt(await FaultyPortal.create(port, settings, server));
  }

  adopt(portal: FaultyPortal): FaultyPortal {
    this.#portals.push(portal);
    this.atEnd(() => portal.remove());
    return portal;
  }

  /** Starts writers whose acknowledged complaints go into the ledger, or into one of their own. */
  write(client: Client, name: string, { count = 3, ledger = this.ledger } = {}): Writers {
    const writers = startWriters({ client, ledger, recording: this.#recording, name: titlePrefix + name, count });
    this.#writers.push(writers);
    return writers;
  }

  /** Number of answers to all writers that were no success. */
  get failures(): number {
    return this.#writers.reduce((sum, writers) => sum + writers.failures(), 0);
  }

  /** Files one complaint without a file. */
  async file(client: Client, name: string): Promise<string> {
    const title = titlePrefix + name;
    const id = await client.file(crypto.randomUUID(), title, undefined);
    this.ledger.add({ id, title, by: client.email, sha256: null, state: 'submit' });
    return id;
  }

  /** Tries to file a complaint with a recording. Returns the status of the refusal, or 'success'. */
  async statusWithFile(client: Client): Promise<string> {
    return client.file(crypto.randomUUID(), `${titlePrefix}with a file`, this.#recording).then(
      () => 'success',
      ({ status }: { status?: number }) => String(status),
    );
  }

  expect(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) this.faults.push(`${what}: ${is} instead of ${should}`);
  }

  /** Looks for everything acknowledged, for complaints filed twice, and for events that differ from the log. */
  async settle(portal: FaultyPortal, database: Connection, settings: Record<string, string> = {}): Promise<void> {
    await this.ledger.checkAll(portal.url);
    if (!portal.runs) this.faults.push('the server ended');
    this.faults.push(...(await findDuplicates(database)), ...(await verifyHistory(portal, settings)));
  }

  /** Waits until nobody holds a connection of the pool, other than the one that hears of new jobs. */
  async wholePool(portal: FaultyPortal): Promise<void> {
    await until('a whole pool', async () => (await portal.heldConnections()) <= 1, 5_000);
  }

  /** Expects a whole pool, and the end of the server soon after SIGTERM. */
  async checkEnd(portal: FaultyPortal): Promise<void> {
    await this.wholePool(portal);
    await Promise.race([portal.stop(), sleep(10_000)]);
    this.expect('runs 10 s after SIGTERM', portal.runs, false);
  }

  /** The end of the portals' output. */
  get output(): string {
    return this.#portals.map(({ url, runs, output }) => `${url} ${runs ? 'runs' : 'ended'}: ${output}`).join('\n');
  }

  async end(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }
}
