import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

const oldestMajor = 15;

/** Errors of a server that is starting, as when a whole composition starts. */
const passing = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', '57P03']);

/** Waits for the database server and checks that Baraza can use it. */
export async function awaitServer(
  connection: pg.ClientConfig,
  log: (line: string) => void,
  patience = 10_000,
): Promise<void> {
  const deadline = Date.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    const client = makeClient(connection);
    client.on('error', () => {});
    const where = describe(client);
    try {
      await client.connect();
      const { rows } = await client.query<Facts>(facts);
      for (const server of rows) requireUsable(server, where);
      return;
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const { code = '', message } = firstOf(error);
      if (!passing.has(code) || Date.now() > deadline) {
        throw new StartupError(`The PostgreSQL server ${where} cannot be used: ${message.split('\n')[0]}. ${check}`);
      }
      if (attempt === 1) log(`Waiting for the PostgreSQL server ${where}.`);
      await sleep(250);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** The certificates that the address names are read here, before there is any connection. */
function makeClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  } catch (error) {
    const named = error as NodeJS.ErrnoException;
    const reason = named.path === undefined ? named.message.split('\n')[0] : `${named.path} cannot be read`;
    throw new StartupError(`The setting DATABASE_URL cannot be used: ${reason}.`);
  }
}

export interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
}

/** Every refusal names the setting to look at. */
const check = 'Check DATABASE_URL.';

const facts = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby`;

/** Refuses a server that is too old, not Unicode or read-only. */
export function requireUsable(server: Facts, where: string): void {
  const major = Math.floor(server.version / 10_000);
  if (major < oldestMajor) {
    throw new StartupError(
      `The PostgreSQL server ${where} has version ${major}; version ${oldestMajor} or newer is needed. ${check}`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new StartupError(
      `The database ${where} has the encoding ${server.encoding}; it must be created with UTF8. ${check}`,
    );
  }
  if (server.standby) {
    throw new StartupError(
      `The PostgreSQL server ${where} is a read-only standby; DATABASE_URL must name the primary.`,
    );
  }
}

function describe(client: pg.Client): string {
  return `${client.host}:${client.port}/${client.database ?? ''}`;
}

/** Unwraps Node's error for several addresses (IPv4, IPv6), which says nothing itself. */
function firstOf(error: unknown): NodeJS.ErrnoException {
  return (error instanceof AggregateError ? error.errors[0] : error) as NodeJS.ErrnoException;
}
