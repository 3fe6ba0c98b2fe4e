import { randomBytes } from 'node:crypto';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { inject } from 'vitest';
import { connectDatabase, type OpenDatabase } from '../../../src/db/database.ts';

/** Address of the test server, and the migrated template to copy. */
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
  /** Address in the format of DATABASE_URL. */
  readonly url: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/**
 * Makes an empty database with the whole schema for a test file: a copy of the migrated template.
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

/** Returns the address of a database in the format of DATABASE_URL. */
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
