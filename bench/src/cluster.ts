import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@baraza/local-postgres';
import pg from 'pg';
import pino from 'pino';
import { connectDatabase, type OpenDatabase } from '../../apps/api/src/db/database.ts';
import { trustSearchFunctions } from '../../apps/api/src/db/row-security/leakproof.ts';
import { migrateDatabase } from '../../apps/api/src/db/migrate.ts';
import { migrateJobs } from '../../apps/api/src/jobs/jobs.ts';
import { fillPortal, publishMonths, signEverybodyIn } from './fill.ts';

/** Settings for a small machine that does nothing else. Durability stays on. */
const parameters = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  shared_buffers: '1GB',
  effective_cache_size: '6GB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  max_connections: '200',
  checkpoint_timeout: '15min',
  max_parallel_maintenance_workers: '2',
};

/** A running PostgreSQL with databases of many complaints. */
export interface Cluster {
  /** Returns the filled database of this size; the first call makes it. */
  database(size: number): Promise<FilledDatabase>;
  close(): Promise<void>;
}

export interface FilledDatabase {
  readonly size: number;
  /** Its DATABASE_URL. */
  readonly url: string;
  readonly name: string;
  readonly connection: pg.ClientConfig;
  /** Data folder of the cluster. */
  readonly folder: string;
}

/** Starts a cluster in the folder to keep, or in one that is removed at the end. */
export async function openCluster(keep: string | undefined): Promise<Cluster> {
  const folder = keep === undefined ? await mkdtemp(path.join(tmpdir(), 'baraza-bench-')) : path.resolve(keep);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const server = await startEmbeddedPostgres(folder, { parameters });
  const { connection } = server;
  const made = new Map<number, Promise<FilledDatabase>>();
  return {
    database(size) {
      const known = made.get(size) ?? ensureDatabase(folder, connection, size);
      made.set(size, known);
      return known;
    },
    async close() {
      await server.stop();
      if (keep === undefined && existsSync(folder)) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Reads all complaints once, so that they are in the computer's memory, as in a portal in use. The disk is not measured. */
export async function readIn({ connection }: FilledDatabase): Promise<void> {
  const patient = { ...connection, statement_timeout: 0, query_timeout: 0 };
  await withDatabase(patient, ({ pool }) => pool.query('select count(search), count(description) from complaint'));
}

async function ensureDatabase(folder: string, server: pg.ClientConfig, size: number): Promise<FilledDatabase> {
  const name = `portal_${size}`;
  const connection = { ...server, database: name };
  const query = new URLSearchParams({ host: server.host ?? '', port: String(server.port), user: server.user ?? '' });
  const filled = { size, name, connection, folder, url: `postgresql:///${name}?${query}` };
  const there = await asAdministrator(server, 'postgres', async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return true;
    // Uses another name until it is full, so that an interrupted run leaves no half-filled database.
    await client.query(`drop database if exists ${name}_half`);
    await client.query(`create database ${name}_half owner ${server.user}`);
    return false;
  });
  if (!there) {
    const half = { ...server, database: `${name}_half` };
    await asAdministrator(server, half.database, trustSearchFunctions);
    await withDatabase(half, async (open) => {
      await migrateDatabase(open.pool);
      await migrateJobs(open.pool, pino({ level: 'silent' }));
      await asAdministrator(server, half.database, (one) =>
        asAdministrator(server, half.database, (other) => fillPortal([one, other], size)),
      );
    });
    await asAdministrator(server, 'postgres', (client) =>
      client.query(`alter database ${half.database} rename to ${name}`),
    );
  }
  // Signs in last: filling takes longer than a session may idle, and a kept database outlives its sessions.
  await asAdministrator(server, name, (client) => signEverybodyIn(client, size));
  await asAdministrator(server, name, publishMonths);
  return filled;
}

async function withDatabase<T>(connection: pg.ClientConfig, work: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const open = connectDatabase(connection);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

async function asAdministrator<T>(
  server: pg.ClientConfig,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...server, user: 'postgres', database });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
