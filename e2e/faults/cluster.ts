import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPrograms } from './programs.ts';
import { plainUser, startProgram, type RunAs, type Watched } from './watched.ts';

/** What Patroni says of a server at `/cluster`. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

const names = ['one', 'two', 'three'] as const;
type Name = (typeof names)[number];

/** Seconds after which a primary that is not heard of is replaced; Patroni allows no fewer. */
const ttl = 20;

/** Synchronous replication as in `docs/operate/database.md`: a write counts on two servers. */
const safe = { synchronous_mode: true, synchronous_mode_strict: true, maximum_lag_on_failover: 1_000_000_000_000 };
const unsafe = { synchronous_mode: false, synchronous_mode_strict: false };

/** Three PostgreSQL servers that Patroni keeps as one, etcd that it asks who is the primary, and HAProxy that leads there. */
export class Cluster {
  /** Of the database, through HAProxy. */
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

  /** Starts all of it. It takes ports from this one on. */
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
    for (const name of names) this.revive(name);
    await this.whole(true);
    await this.#write('haproxy.cfg', this.#haproxy());
    this.#others.push(this.#run([this.#programs.haproxy, '-db', '-f', this.#path('haproxy.cfg')]));
    const primary = await this.primary();
    await this.#administer(primary, 'postgres', 'create role baraza login', 'create database baraza owner baraza');
    await this.#proxied();
  }

  /** Waits until the proxy asks the primary alone: before its first checks it takes every server for one. */
  async #proxied(): Promise<void> {
    for (let inTurn = 0; inTurn < 2 * names.length; await sleep(300)) {
      const rows = await this.#query(this.url, 'select pg_is_in_recovery() as standby').catch(() => [
        { standby: true },
      ]);
      inTurn = (rows[0] as { standby: boolean }).standby ? 0 : inTurn + 1;
    }
  }

  /** The server that takes writes. */
  async primary(): Promise<Name> {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(200)) {
      for (const name of names) {
        const answer = await this.#ask(name, '/primary');
        if (answer?.ok) return name;
      }
    }
    throw new Error('There is no primary.');
  }

  /** Waits until all three run and two follow the third; in the safe mode one of them must have each write. */
  async whole(isSafe: boolean): Promise<void> {
    let members: readonly Member[] = [];
    for (const deadline = Date.now() + 240_000; Date.now() < deadline; await sleep(500)) {
      const answers = await Promise.all(names.map((name) => this.#ask(name, '/cluster')));
      const answer = answers.find((it) => it?.ok);
      ({ members } = answer ? ((await answer.json()) as { members: readonly Member[] }) : { members: [] });
      const follow = members.filter(({ role, lag }) => role !== 'leader' && typeof lag === 'number' && lag < 100_000);
      const isUp = members.every(({ state }) => state === 'running' || state === 'streaming');
      const isSync = !isSafe || members.some(({ role }) => /sync|quorum/u.test(role));
      const hasAll = answers.every(Boolean) && members.length === 3 && members.some(({ role }) => role === 'leader');
      if (hasAll && isUp && isSync && follow.length === 2) return;
    }
    throw new Error(`The cluster is not whole: ${JSON.stringify(members)}\n${this.lastWords()}`);
  }

  /** kill -9 of a PostgreSQL server; its children see that it is gone. */
  async killPostgres(name: Name): Promise<void> {
    const file = await readFile(this.#path(name, 'postmaster.pid'), 'utf8').catch(() => '');
    const pid = Number.parseInt(file, 10);
    if (pid > 0) signal(pid, 'SIGKILL');
    // Those that were stopped see nothing, and would hold its memory.
    for (const it of this.#stopped) signal(it, 'SIGKILL');
    this.#stopped.clear();
  }

  /** kill -9 of the Patroni of a server, which goes on without it. */
  async killKeeper(name: Name): Promise<void> {
    await this.#nodes.get(name)?.kill();
  }

  /** Starts the Patroni of a server again, unless it runs. */
  revive(name: Name): void {
    if (this.#nodes.get(name)?.runs()) return;
    this.#nodes.set(name, this.#run([this.#programs.patroni, this.#path(`${name}.json`)]));
  }

  reviveAll(): void {
    for (const name of names) this.revive(name);
  }

  /**
   * Cuts the primary off from the others: nothing more that it writes reaches them. It then writes more than Patroni's
   * default limit of lag, past which no standby may take over.
   */
  async cutOff(primary: Name): Promise<void> {
    const rows = await this.#administer(primary, 'postgres', 'select pid from pg_stat_replication');
    for (const { pid } of rows as { pid: number }[]) {
      signal(pid, 'SIGSTOP');
      this.#stopped.add(pid);
    }
    const write = "select pg_logical_emit_message(false, 'faults', repeat('x', 2000000))";
    await this.#administer(primary, 'postgres', write);
  }

  /** Lets the others be behind the primary: what is answered with success may be on one server alone. */
  async takeOffSafety(): Promise<void> {
    const body = JSON.stringify(unsafe);
    const answer = await fetch(`${this.#rest(await this.primary())}/config`, { method: 'PATCH', body });
    if (!answer.ok) throw new Error(`Patroni refuses the change: ${await answer.text()}`);
    const primary = await this.primary();
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(500)) {
      const rows = await this.#administer(primary, 'postgres', 'show synchronous_standby_names');
      if ((rows[0] as { synchronous_standby_names: string }).synchronous_standby_names === '') return;
    }
    throw new Error('The servers stay synchronous.');
  }

  lastWords(): string {
    const nodes = [...this.#nodes].map(([name, node]) => `--- ${name}: ${node.lastWords().slice(-2_000)}`);
    return [...nodes, ...this.#others.map((it) => it.lastWords().slice(-1_000))].join('\n');
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

  #administer(name: Name, database: string, ...statements: readonly string[]): Promise<unknown[]> {
    return this.#query(`postgres://postgres@${this.#postgres(name)}/${database}`, ...statements);
  }

  async #query(url: string, ...statements: readonly string[]): Promise<unknown[]> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
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
      ...['all', 'replication'].map((it) => `host ${it} all 127.0.0.1/32 trust`),
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
          // A primary that fell is replaced, not waited for.
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

  #haproxy(): string {
    const servers = names.map((name) => {
      const check = this.#rest(name).split(':').at(-1);
      return `  server ${name} ${this.#postgres(name)} check port ${check}`;
    });
    return [
      'defaults',
      '  mode tcp',
      '  maxconn 500',
      '  timeout connect 4s',
      '  timeout check 4s',
      '  timeout client 24h',
      '  timeout server 24h',
      'listen baraza',
      `  bind 127.0.0.1:${this.#port}`,
      '  option httpchk OPTIONS /primary',
      '  http-check expect status 200',
      '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
      '',
    ].join('\n');
  }
}

function signal(pid: number, name: 'SIGKILL' | 'SIGSTOP'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself in the meantime.
  }
}
