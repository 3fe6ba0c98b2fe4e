import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedOptions, startEmbeddedPostgres } from '@baraza/local-postgres';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { connectDatabase } from '../../../src/db/database.ts';
import { migrateJobs } from '../../../src/jobs/jobs.ts';
import { trustSearchFunctions } from '../../../src/db/row-security/leakproof.ts';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { databaseAddress } from './database.ts';
import { systemPostgres } from './system-postgres.ts';

const template = 'baraza_template';

/** Builds the programs that tests start. */
const { ensureBuilt } = (await import(path.join(import.meta.dirname, '../../../../../scripts/lib/build.mjs'))) as {
  ensureBuilt(names: readonly string[]): Promise<void>;
};

/** Settings without syncing: nothing here has to survive a power cut, and syncing would take most of the time. */
const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '150',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Starts the PostgreSQL that the project is about, once for all its files: the embedded one, or (TEST_DATABASE=server) one
 * as the system installs it. Migrates the template that each test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt(['api']);
  const folder = await mkdtemp(path.join(tmpdir(), 'baraza-test-'));
  const server = await startEmbeddedPostgres(folder, await optionsFor(project.config.env['TEST_DATABASE']));
  const { host, port } = server.connection;
  const administrator = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  await administrator.connect();
  await administrator.query(`create database ${template} owner baraza template template0`);
  await administrator.end();
  const open = connectDatabase({ connectionString: databaseAddress({ host, port }, template) });
  await migrateDatabase(open.pool);
  await migrateJobs(open.pool, pino({ level: 'silent' }));
  await open.close();
  const inTemplate = new pg.Client({ host, port, user: 'postgres', database: template });
  await inTemplate.connect();
  await trustSearchFunctions(inTemplate);
  await inTemplate.end();
  project.provide('testServer', { host, port, template });
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function optionsFor(kind: string | undefined): Promise<EmbeddedOptions> {
  if (kind !== 'server') return { parameters: fast };
  return { parameters: fast, binaries: await systemPostgres(), initdb: ['--locale=C.UTF-8', '--no-sync'] };
}
