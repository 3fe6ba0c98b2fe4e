import { randomBytes } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type OpenDatabase } from '../../../src/db/database.ts';

/** Where the test set-up has a server running, and the migrated database to copy. */
export interface TestServer {
  readonly host: string;
  readonly port: number;
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly testServer: TestServer;
  }
}

export interface TestDatabase {
  readonly db: NodePgDatabase;
  readonly pool: pg.Pool;
  readonly reads: NodePgDatabase;
  readonly scoped: OpenDatabase['scoped'];
  /** As for DATABASE_URL. */
  readonly url: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/**
 * Makes a database of its own for a test file, with the whole schema and nothing in it: a copy of the migrated template.
 * Call it in `beforeAll` and `drop` it in `afterAll`.
 */
export async function createTestDatabase(
  options: { readonly empty?: boolean; readonly user?: string } = {},
): Promise<TestDatabase> {
  const server = inject('testServer');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = options.empty === true ? 'template0' : server.template;
  await asAdministrator(server, `create database ${name} owner baraza template ${template}`);
  const url = databaseAddress(server, name, options.user);
  const { db, reads, pool, scoped, close } = connectDatabase({ connectionString: url });
  return {
    db,
    reads,
    pool,
    scoped,
    url,
    async drop() {
      await close();
      await asAdministrator(server, `drop database ${name} with (force)`);
    },
  };
}

/** The address of a database, as DATABASE_URL takes it. */
export function databaseAddress(server: Pick<TestServer, 'host' | 'port'>, database: string, user = 'baraza'): string {
  const query = new URLSearchParams({ host: server.host, port: String(server.port), user });
  return `postgresql:///${database}?${query.toString()}`;
}

/** Runs one statement as the superuser of the server. */
export function asServerAdministrator(statement: string): Promise<void> {
  return asAdministrator(inject('testServer'), statement);
}

async function asAdministrator({ host, port }: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
