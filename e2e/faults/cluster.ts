import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from './evidence.ts';
import { startHaproxy } from './haproxy.ts';
import { killPostmaster, signal } from './portal.ts';
import { findPrograms } from './programs.ts';
import { until } from './until.ts';
import { plainUser, startProgram, type RunAs, type Watched } from './watched.ts';

/** A server in Patroni's reply to `/cluster`. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

const names = ['one', 'two', 'three'] as const;
export type Name = (typeof names)[number];

/** Seconds after which a silent primary is replaced; Patroni allows no fewer. */
const ttl = 20;

/** Synchronous replication as in `docs/operate/database.md`: a write counts on two servers. */
const safe = { synchronous_mode: true, synchronous_mode_strict: true, maximum_lag_on_failover: 1_000_000_000_000 };

/** Three PostgreSQL servers under Patroni, etcd for its votes, and HAProxy in front of the primary. */
export class Cluster {
  /** DATABASE_URL through HAProxy. */
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #as: RunAs | undefined;
  readonly #programs = findPrograms('patroni');
  readonly #nodes = new Map<Name, Watched>();
  readonly #others: Watched[] = [];
  readonly #stopped = new Set<number>();

  private constructor(folder: string, port: number, as: RunAs | undefined) {
    this.#folder = folder;
    this.#port = port;
    this.#as = as;
    this.url = `postgres://baraza@127.0.0.1:${port}/baraza`;
  }

  /** Starts the cluster on ten ports from this one on. */
  static async start(port: number): Promise<Cluster> {
    const as = plainUser();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-cluster-'));
    if (as) await chown(folder, as.uid, as.gid);
    const cluster = new Cluster(folder, port, as);
    try {
      await cluster.#start();
    } catch (error) {
      const words = cluster.lastWords();
      await cluster.remove();
      throw new Error(`${String(error)}\n${words}`, { cause: error });
    }
    return cluster;
  }

  async #start(): Promise<void> {
    this.#others.push(this.#run(this.#etcd()));
    for (const name of names) await this.#write(`${name}.json`, JSON.stringify(this.#patroni(name)));
    this.revive();
    await this.whole();
    const servers = names.map((name) => `${name} ${this.#postgres(name)} port ${new URL(this.#rest(name)).port}`);
    const proxied = { check: 'OPTIONS /primary', servers, isTcp: true, as: this.#as } as const;
    this.#others.push(await startHaproxy(this.#folder, this.#port, proxied));
    const primary = await this.primary();
    await this.#administer(primary, 'create role baraza login', 'create database baraza owner baraza');
    await this.#proxied();
  }

  /** Waits until the proxy leads to the primary alone: before its first checks it uses every server. */
  async #proxied(): Promise<void> {
    const isStandby = async () => {
      const connection = { connectionString: this.url };
      const [row] = await query<{ standby: boolean }>(connection, 'select pg_is_in_recovery() as standby');
      return row!.standby;
    };
    for (let inTurn = 0; inTurn < 2 * names.length; await sleep(300))
      inTurn = (await isStandby().catch(() => true)) ? 0 : inTurn + 1;
  }

  /** Waits for a server that takes writes, and is another one than `not`. */
  primary({ not }: { readonly not?: Name } = {}): Promise<Name> {
    const isPrimary = async (name: Name) => name !== not && (await this.#ask(name, '/primary'))?.ok === true;
    const find = async () => {
      for (const name of names) if (await isPrimary(name)) return name;
      return undefined;
    };
    return until('a primary', find, 120_000);
  }

  /** Waits until all three servers run, two follow the third, and one of them confirms each write. */
  async whole(): Promise<void> {
    const isWhole = async () => {
      const answers = await Promise.all(names.map((name) => this.#ask(name, '/cluster')));
      const answer = answers.find((each) => each?.ok);
      if (!answer || !answers.every(Boolean)) return false;
      const { members } = (await answer.json()) as { members: readonly Member[] };
      const [leaders, others] = [true, false].map((is) => members.filter(({ role }) => (role === 'leader') === is));
      const follow = others!.filter(({ lag }) => typeof lag === 'number' && lag < 100_000);
      const isUp = members.every(({ state }) => state === 'running' || state === 'streaming');
      const isSync = others!.some(({ role }) => /sync|quorum/u.test(role));
      return isUp && isSync && leaders!.length === 1 && follow.length === 2;
    };
    await until('a whole cluster', isWhole, 240_000);
  }

  /** Kills a PostgreSQL server (kill -9). */
  async killPostgres(name: Name): Promise<void> {
    await killPostmaster(this.#path(name));
    // Stopped children notice nothing and would keep its memory.
    for (const pid of this.#stopped) signal(pid, 'SIGKILL');
    this.#stopped.clear();
  }

  /** Kills the Patroni of a server (kill -9), which goes on without it. */
  async killPatroni(name: Name): Promise<void> {
    await this.#nodes.get(name)?.kill();
  }

  /** Starts every Patroni that does not run. */
  revive(): void {
    for (const name of names)
      if (!this.#nodes.get(name)?.runs())
        this.#nodes.set(name, this.#run([this.#programs.patroni, this.#path(`${name}.json`)]));
  }

  /**
   * Cuts the primary off from its replicas, then has it write more than Patroni's default limit of lag, past which no standby
   * may take over.
   */
  async cutOff(primary: Name): Promise<void> {
    for (const { pid } of await this.#administer<{ pid: number }>(primary, 'select pid from pg_stat_replication')) {
      signal(pid, 'SIGSTOP');
      this.#stopped.add(pid);
    }
    const write = "select pg_logical_emit_message(false, 'faults', repeat('x', 2000000))";
    await this.#administer(primary, write);
  }

  /** Lets replicas fall behind: an acknowledged write may be on the primary alone. */
  async replicateAsynchronously(): Promise<void> {
    const primary = await this.primary();
    const body = JSON.stringify({ synchronous_mode: false, synchronous_mode_strict: false });
    const answer = await fetch(`${this.#rest(primary)}/config`, { method: 'PATCH', body });
    if (!answer.ok) throw new Error(`Patroni refuses the change: ${await answer.text()}`);
    await until('asynchronous replication', async () => {
      const [row] = await this.#administer<{ names: string }>(
        primary,
        `select current_setting('synchronous_standby_names') as names`,
      );
      return row!.names === '';
    });
  }

  lastWords(): string {
    const nodes = [...this.#nodes].map(([name, node]) => `--- ${name}: ${node.lastWords().slice(-2_000)}`);
    return [...nodes, ...this.#others.map((other) => other.lastWords().slice(-1_000))].join('\n');
  }

  async remove(): Promise<void> {
    for (const node of this.#nodes.values()) await node.kill();
    for (const name of names) await this.killPostgres(name);
    for (const other of this.#others) await other.kill();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
  }

  #path(...parts: readonly string[]): string {
    return path.join(this.#folder, ...parts);
  }

  async #write(name: string, text: string): Promise<void> {
    await writeFile(this.#path(name), text);
  }

  #run(command: readonly string[]): Watched {
    return startProgram(command, this.#as, this.#folder);
  }

  #rest = (name: Name) => `http://127.0.0.1:${this.#port + 4 + names.indexOf(name)}`;
  #postgres = (name: Name) => `127.0.0.1:${this.#port + 7 + names.indexOf(name)}`;

  #ask(name: Name, page: string): Promise<Response | undefined> {
    return fetch(this.#rest(name) + page, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined);
  }

  #administer<Row extends object>(name: Name, ...statements: readonly string[]): Promise<Row[]> {
    const connectionString = `postgres://postgres@${this.#postgres(name)}/postgres`;
    return query<Row>({ connectionString }, ...statements);
  }

  #etcd(): string[] {
    const [client, peer] = [1, 2].map((n) => `http://127.0.0.1:${this.#port + n}`);
    return [
      this.#programs.etcd,
      `--data-dir=${this.#path('etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
    ];
  }

  #patroni(name: Name) {
    const [rest, postgres] = [this.#rest(name).slice('http://'.length), this.#postgres(name)];
    const everybody = [
      'local all all trust',
      ...['all', 'replication'].map((database) => `host ${database} all 127.0.0.1/32 trust`),
    ];
    return {
      scope: 'baraza',
      name,
      restapi: { listen: rest, connect_address: rest },
      etcd3: { hosts: [`127.0.0.1:${this.#port + 1}`] },
      bootstrap: {
        dcs: {
          ttl,
          loop_wait: 2,
          retry_timeout: 5,
          // Replaces a primary that fell instead of waiting for it.
          primary_start_timeout: 0,
          ...safe,
          postgresql: { use_pg_rewind: true, parameters: { max_connections: 60, shared_buffers: '64MB' } },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: postgres,
        connect_address: postgres,
        data_dir: this.#path(name),
        bin_dir: this.#programs.postgres,
        pgpass: this.#path(`${name}.pgpass`),
        pg_hba: everybody,
        parameters: { unix_socket_directories: this.#folder },
        authentication: {
          superuser: { username: 'postgres' },
          replication: { username: 'replicator' },
          rewind: { username: 'rewinder' },
        },
      },
    };
  }
}
