import { spawnSync } from 'node:child_process';
import { appendFile, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { type Connection, query } from './evidence.ts';
import { until } from './until.ts';
import { plainUser, startProgram, type RunAs, type Watched } from './watched.ts';

/** Archives the log and restores to a moment, as `docs/operate/point-in-time.md` says. */
export interface Way {
  /** Lines for `postgresql.conf`. */
  readonly configuration: (server: RecoverableServer) => readonly string[];
  /** Runs before the server is started for the first time. */
  readonly prepare: (server: RecoverableServer) => Promise<void>;
  /** Makes a backup of the database. */
  readonly backUp: (server: RecoverableServer, number: number) => Promise<void>;
  /** Replaces the data of the stopped server by those of a moment, `2026-03-01 09:30:00+00`. */
  readonly restore: (server: RecoverableServer, moment: string) => Promise<void>;
}

/** A PostgreSQL server that archives its log and can be brought back to a moment. */
export class RecoverableServer {
  readonly folder: string;
  readonly #programs: string;
  readonly #as: RunAs | undefined;
  readonly #way: Way;
  #running: Watched | undefined;

  private constructor(folder: string, programs: string, as: RunAs | undefined, way: Way) {
    this.folder = folder;
    this.#programs = programs;
    this.#as = as;
    this.#way = way;
  }

  /** Makes a server with a database for the portal and a first backup. `programs` is PostgreSQL's `bin` folder. */
  static async create(programs: string, way: Way): Promise<RecoverableServer> {
    const as = plainUser();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'baraza-moment-'));
    const server = new RecoverableServer(folder, programs, as, way);
    try {
      if (as) await chown(folder, as.uid, as.gid);
      const words = '-U postgres -A trust -E UTF8 --locale=C --data-checksums'.split(' ');
      server.run('initdb', '-D', server.data, ...words);
      const own = [`unix_socket_directories = '${folder}'`, `listen_addresses = ''`, `shared_buffers = '64MB'`];
      await appendFile(server.path('data/postgresql.conf'), [...own, ...way.configuration(server), ''].join('\n'));
      await way.prepare(server);
      await server.start();
      const create = `create database baraza owner baraza template template0 encoding 'UTF8'`;
      await query(server.#connectionTo('postgres'), 'create role baraza login', create);
      await way.backUp(server, 1);
      return server;
    } catch (error) {
      const words = server.#running?.lastWords() ?? '';
      await server.remove();
      throw new Error(`${String(error)}\n${words}`, { cause: error });
    }
  }

  get connection(): Connection {
    return this.#connectionTo('baraza');
  }

  get data(): string {
    return this.path('data');
  }

  /** The DATABASE_URL of its database. */
  get url(): string {
    return `postgres:///baraza?${new URLSearchParams({ host: this.folder, port: '5432', user: 'baraza' })}`;
  }

  path(...parts: readonly string[]): string {
    return path.join(this.folder, ...parts);
  }

  #program(name: string): string {
    return path.join(this.#programs, name);
  }

  /** Runs a program as the user of the database. */
  run(name: string, ...words: readonly string[]): void {
    const file = name.includes('/') ? name : this.#program(name);
    const { PATH = '' } = process.env;
    const env = { PATH, LC_ALL: 'C.UTF-8', HOME: this.folder };
    const ended = spawnSync(file, words, { ...this.#as, cwd: this.folder, env, encoding: 'utf8' });
    if (ended.status === 0) return;
    const why = `${ended.error?.message ?? ''}${ended.stdout ?? ''}${ended.stderr ?? ''}`.trim();
    throw new Error(`${path.basename(name)} ${words.join(' ')}: ${why}`);
  }

  /** A folder that belongs to the user of the database. */
  async folderOf(name: string): Promise<string> {
    const folder = this.path(name);
    await mkdir(folder, { mode: 0o700 });
    if (this.#as) await chown(folder, this.#as.uid, this.#as.gid);
    return folder;
  }

  /** A file that only the user of the database can read. */
  async write(name: string, text: string): Promise<string> {
    const file = this.path(name);
    await writeFile(file, text, { mode: 0o600 });
    if (this.#as) await chown(file, this.#as.uid, this.#as.gid);
    return file;
  }

  #connectionTo(database: string): Connection {
    return { host: this.folder, port: 5432, user: 'postgres', database };
  }

  /** Runs a statement on the portal's database, past row security, and returns its rows. */
  rows(statement: string): Promise<pg.QueryResultRow[]> {
    return query(this.connection, statement);
  }

  /** Starts the server and waits until it takes writes. */
  async start(): Promise<void> {
    const server = (this.#running = startProgram([this.#program('postgres'), '-D', this.data], this.#as, this.folder));
    await until(`a server at ${this.folder} that takes writes`, async () => {
      if (!server.runs()) throw new Error(`PostgreSQL ended:\n${server.lastWords()}`);
      const waits = 'select pg_is_in_recovery() as waits';
      const rows = await query(this.#connectionTo('postgres'), waits).catch(() => undefined);
      return rows?.[0]?.['waits'] === false;
    });
  }

  /** Makes another backup. */
  async backUp(number: number): Promise<void> {
    await this.#way.backUp(this, number);
  }

  /** Stops the server as its service does: the archive then has everything written. */
  async stop(): Promise<void> {
    this.run('pg_ctl', 'stop', '-D', this.data, '-m', 'fast', '-w');
    await until('the end of PostgreSQL', () => !this.#running?.runs());
  }

  /** Stops, goes back to a moment, and goes on from there. */
  async goBackTo(moment: Date): Promise<void> {
    await this.stop();
    await this.#way.restore(this, `${moment.toISOString().replace('T', ' ').replace('Z', '')}+00`);
    await this.start();
  }

  lastWords(): string {
    return this.#running?.lastWords() ?? '';
  }

  async remove(): Promise<void> {
    if (this.#running?.runs()) {
      // Its children end with it; those of a killed server take a while.
      spawnSync(this.#program('pg_ctl'), ['stop', '-D', this.data, '-m', 'immediate', '-w'], { ...this.#as, cwd: '/' });
      await this.#running.kill();
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 250 });
  }
}
