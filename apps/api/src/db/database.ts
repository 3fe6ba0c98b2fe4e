import { type EmbeddedOptions, LocalPostgresError, startEmbeddedPostgres } from '@baraza/local-postgres';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { requireNotMoved } from '../config/data-dir-state.ts';
import type { Settings } from '../config/settings.ts';
import { StartupError } from '../config/startup-error.ts';
import { trustSearchFunctions } from './row-security/leakproof.ts';
import { type anyScope, type Scope, scopeSetting } from './row-security/scope.ts';
import { scopedPool } from './row-security/scoped-pool.ts';
import { awaitServer } from './server-check.ts';
import { shareConnection } from './shared-connection.ts';

export type { Database } from './database-types.ts';

/** The open database of the process. */
export interface OpenDatabase {
  /** Reaches every row: for jobs, the program itself, and citizens, whose queries carry their account. */
  readonly db: NodePgDatabase;
  /** One shared connection for short, prepared statements that only read. */
  readonly reads: NodePgDatabase;
  readonly pool: pg.Pool;
  /** How another process reaches the same database. */
  readonly connection: pg.PoolConfig;
  /** Returns the database limited to a scope, over the same connections. */
  scoped(scope: Scope | typeof anyScope): NodePgDatabase;
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** Opens the database that DATABASE_URL names, or the embedded one; for that the caller holds the lock of the data folder. */
export async function openDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  events: Pick<EmbeddedOptions, 'log' | 'detail'> = {},
): Promise<OpenDatabase> {
  const log = events.log ?? (() => {});
  if (settings.databaseUrl !== undefined) {
    const connection = { connectionString: settings.databaseUrl };
    await awaitServer(connection, log);
    return connectDatabase(connection, log);
  }
  // Far above what the server holds itself, so that programs beside it and the operator get in.
  const parameters = { max_connections: '60' };
  await requireNotMoved(settings.dataDir);
  const options = { ...events, parameters, prepare: trustSearchFunctions };
  const server = await startEmbeddedPostgres(settings.dataDir, options).catch((error: unknown) => {
    throw error instanceof LocalPostgresError ? new StartupError(error.message, { cause: error }) : error;
  });
  const open = connectDatabase(server.connection, log);
  return {
    ...open,
    embedded: true,
    async close() {
      await open.close();
      await server.stop();
    },
  };
}

/** Connects a pool of clients to a server that is known to run. */
export function connectDatabase(connection: pg.PoolConfig, log: (line: string) => void = () => {}): OpenDatabase {
  const connections = new pg.Pool({ ...limits, ...connection, types });
  // Without both listeners a server that goes away ends this process; the next query gets a new connection instead.
  // Those that we close ourselves may hear from a server that stops before they are gone.
  let closing = false;
  const lost = (error: Error) => closing || log(`A database connection was lost: ${error.message}`);
  connections.on('error', lost);
  connections.on('connect', (client) => client.on('error', () => {}));
  const databases = new Map<string, NodePgDatabase>();
  const scoped = (scope: Scope | typeof anyScope) => {
    const database = databases.get(scope) ?? drizzle(scopedPool(connections, scope));
    databases.set(scope, database);
    return database;
  };
  const pool = scopedPool(connections, 'system');
  const shared = shareConnection(pool, lost);
  const close = () => {
    closing = true;
    shared.end();
    return connections.end();
  };
  return { db: drizzle(pool), reads: shared.reads, pool, scoped, connection, embedded: false, close };
}

/** A pool of one connection without a statement timeout, for long work. It works as the role that signs in. The caller ends it. */
export function maintenancePool(pool: pg.Pool): pg.Pool {
  return poolBeside(pool, { statement_timeout: 0, idle_in_transaction_session_timeout: 0, query_timeout: 0 });
}

/** Runs the work on one such connection, and closes it with any open transaction. */
export async function withMaintenance<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const maintenance = maintenancePool(pool);
  try {
    const client = await maintenance.connect();
    return await work(client).finally(() => client.release(true));
  } finally {
    await maintenance.end();
  }
}

/** A pool of one connection with a short timeout, for status questions. */
export function quickPool(pool: pg.Pool, milliseconds: number): pg.Pool {
  const limited = { statement_timeout: milliseconds, query_timeout: milliseconds };
  return poolBeside(pool, { ...limited, connectionTimeoutMillis: milliseconds, idleTimeoutMillis: 60_000 });
}

function poolBeside({ options }: pg.Pool, other: pg.PoolConfig): pg.Pool {
  // The pool hides the password from a copy. Like the shared one, it reaches everything.
  const pool = new pg.Pool({ ...options, ...other, max: 1, verify: tellSystem, password: options.password });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function tellSystem(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query(`set ${scopeSetting} = 'system'`, (error: Error | null) => done(error ?? undefined));
}

const limits = {
  application_name: 'baraza',
  max: 10,
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  idle_in_transaction_session_timeout: 30_000,
  // The system or a missing reply reveals a lost network; otherwise a request could hang for hours.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  query_timeout: 20_000,
} satisfies pg.PoolConfig;

const types = new pg.TypeOverrides();
// A calendar date stays the text it is: as a JavaScript Date it would slip by a day in some time zones.
types.setTypeParser(pg.types.builtins.DATE, (value) => value);
