import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LocalPostgresError } from './local-postgres-error.ts';
import { embeddedBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import { ensureCluster, privateFolder, socketFolder } from './postgres-folders.ts';
import { acceptsConnection } from './running-postgres.ts';
import { endLeftovers, startWatched, type WatchedProcess } from './postgres-process.ts';
import { clusterOwner, findRunAs } from './postgres-user.ts';

/** PostgreSQL server run by this process, reachable over a Unix socket only. */
export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

export interface EmbeddedOptions {
  /** Receives lines for the operator's log. */
  readonly log?: (line: string) => void;
  /** Receives PostgreSQL's own messages. */
  readonly detail?: (line: string) => void;
  /** Programs to use instead of those that npm installed. */
  readonly binaries?: PostgresBinaries;
  readonly initdb?: readonly string[];
  readonly parameters?: Readonly<Record<string, string>>;
  /** Runs once as superuser in our database, before it is handed out. */
  readonly prepare?: (superuser: pg.Client) => Promise<void>;
}

/** Settings for one office on a small computer. `fsync` keeps its default: on. */
const defaults: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Failed statements are not logged: their values may be personal, such as an e-mail address.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/** Options of `initdb` for a Unicode locale that sorts alike everywhere. It folds case alike, too. */
const unicode = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Starts PostgreSQL on `postgres` in the data folder. It ends with this process, even after kill -9. The caller holds the folder's lock. */
export async function startEmbeddedPostgres(dataDir: string, options: EmbeddedOptions = {}) {
  const { log = ignore, detail = ignore } = options;
  const cluster = path.join(dataDir, 'postgres');
  const binaries = options.binaries ?? (await embeddedBinaries());
  const owner = await clusterOwner(cluster);
  const { folder: socket, remove: removeSocket } = await socketFolder(dataDir, owner);
  const as = await findRunAs(binaries, socket, owner);
  await ensureCluster(cluster, binaries, as, owner, options.initdb ?? unicode);
  await privateFolder(cluster, owner);
  const parameters = Object.entries({ ...defaults, ...options.parameters }).map(
    ([name, value]) => `--${name}=${value}`,
  );
  const command = [binaries.postgres, '-D', cluster, '-k', socket, ...parameters];
  const start = async () => {
    await endLeftovers(cluster);
    return startServer(() => startWatched(command, as, detail), socket, log);
  };
  let server = await start();
  await ensureDatabase(socket, options.prepare).catch((error: unknown) => {
    server.end();
    throw error;
  });
  let stopping = false;
  /** Retries until the server runs, since obstacles such as a full disk pass. Queries fail meanwhile. */
  const startAgain = async (): Promise<void> => {
    for (let reported = ''; !stopping; await sleep(1_000)) {
      try {
        server = await start();
        // `stop` was called during the start, before it could end this server.
        return stopping ? server.end() : undefined;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (reason !== reported) log(`${reason}. Trying again.`);
        reported = reason;
      }
    }
  };
  const watchOver = async (): Promise<void> => {
    await server.ended;
    while (!stopping) {
      log('PostgreSQL ended unexpectedly. Starting it again.');
      await startAgain();
      await server.ended;
    }
  };
  const watched = watchOver();
  return {
    /** Connection as the role that owns the database and is no superuser. */
    connection: { host: socket, port: 5432, user: role, database: role, ssl: false },
    async stop(): Promise<void> {
      stopping = true;
      server.end();
      await watched;
      await removeSocket();
    },
  };
}

const role = 'baraza';

const ignore = () => {};

/** How long a failed start is retried, in milliseconds. Shared memory may not be released yet. */
const retryTime = 30_000;

/** Starts the server and waits until it accepts connections. After a crash it replays its log first, without a time limit. */
async function startServer(spawn: () => WatchedProcess, socket: string, log: (line: string) => void) {
  const began = Date.now();
  let hasReportedRecovery = false;
  for (let server = spawn(); ; await sleep(25)) {
    if (await acceptsConnection({ ...superuser, host: socket })) return server;
    const mayRetry = Date.now() - began < retryTime;
    if (server.hasEnded()) {
      const reason = fatalLine(server.lastWords());
      if (!mayRetry || !/already exists|still in use|shared memory/i.test(reason))
        throw new LocalPostgresError(`PostgreSQL does not start in DATA_DIR: ${reason}`);
      await sleep(200);
      server = spawn();
    } else if (!mayRetry && !hasReportedRecovery) {
      log('PostgreSQL is still recovering. Please wait.');
      hasReportedRecovery = true;
    }
  }
}

/** Returns the reason why the server ended: its last fatal line, ignoring refusals of early connections. */
function fatalLine(text: string): string {
  const lines = text.trim().split('\n');
  const fatal = lines.filter((line) => /(FATAL|PANIC):/.test(line) && !line.includes('the database system is '));
  const line = fatal.at(-1) ?? lines.at(-1) ?? '';
  return line.replace(/^.*(FATAL|PANIC):\s*/, '') || 'it gave no reason';
}

const superuser: pg.ClientConfig = { port: 5432, user: 'postgres', database: 'postgres', ssl: false };

async function ensureDatabase(socket: string, prepare: EmbeddedOptions['prepare']): Promise<void> {
  await asAdministrator(socket, 'postgres', async (client) => {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (roles.rowCount === 0) await client.query(`create role ${role} login`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [role]);
    if (databases.rowCount === 0) await client.query(`create database ${role} owner ${role}`);
  });
  if (prepare) await asAdministrator(socket, role, prepare);
}

async function asAdministrator(socket: string, database: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ ...superuser, host: socket, database });
  client.on('error', () => {});
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
