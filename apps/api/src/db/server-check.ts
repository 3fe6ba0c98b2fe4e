import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { rootCause } from '../config/root-cause.ts';
import { StartupError } from '../config/startup-error.ts';

const oldestMajor = 15;

/** Errors of a server that is starting, as when a whole composition starts. */
const passing = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', '57P03']);

/** Waits for the database server and checks that Baraza can use it. */
export async function awaitServer(connection: pg.ClientConfig, log: (line: string) => void, patience = 10_000) {
  const deadline = Date.now() + patience;
  for (let attempt = 1; ; attempt += 1) {
    const client = makeClient(connection);
    client.on('error', () => {});
    const where = `${client.host}:${client.port}/${client.database ?? ''}`;
    try {
      await client.connect();
      const { rows } = await client.query<Facts>(facts);
      return requireUsable(rows[0], where);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const { code, message } = rootCause(error);
      if (code === '08P01') throw new StartupError(poolerText(`The address ${where}`));
      if (!passing.has(String(code)) || Date.now() > deadline)
        throw new StartupError(`The PostgreSQL server ${where} cannot be used: ${message.split('\n')[0]}. ${check}`);
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
    return new pg.Client({ ...connection, connectionTimeoutMillis: 5_000, statement_timeout: trialTimeout });
  } catch (error) {
    const named = error as NodeJS.ErrnoException;
    const reason = named.path === undefined ? named.message.split('\n')[0] : `${named.path} cannot be read`;
    throw new StartupError(`The setting DATABASE_URL cannot be used: ${reason}.`);
  }
}

/** Milliseconds that no server has by chance: a pooler that ignores parameters of the connection also mixes up sessions. */
const trialTimeout = 14_321;

const poolerText = (where: string) =>
  `${where} is a pooler that does not pass the parameters of a connection, such as PgBouncer: DATABASE_URL must name PostgreSQL itself.`;

export interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  /** Whether the parameters of the connection arrived. */
  readonly direct: boolean;
  /** With row security off, a query of protected rows fails instead of hiding rows. */
  readonly rowSecurity: string;
}

/** Every refusal names the setting to look at. */
const check = 'Check DATABASE_URL.';

const facts = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as standby, current_setting('row_security') as "rowSecurity",
  current_setting('statement_timeout') = '${trialTimeout}ms' as direct`;

/** Refuses a server that is too old, not Unicode, read-only or without row security. */
export function requireUsable(server: Facts | undefined, where: string): void {
  const fault = server ? faultOf(server, where) : `The PostgreSQL server ${where} gave no answer. ${check}`;
  if (fault !== undefined) throw new StartupError(fault);
}

function faultOf({ version, encoding, standby, direct, rowSecurity }: Facts, where: string): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < oldestMajor)
    return `The PostgreSQL server ${where} has version ${major}; version ${oldestMajor} or newer is needed. ${check}`;
  if (encoding !== 'UTF8')
    return `The database ${where} has the encoding ${encoding}; it must be created with UTF8. ${check}`;
  if (!direct) return poolerText(`The address ${where}`);
  if (standby) return `The PostgreSQL server ${where} is a read-only standby; DATABASE_URL must name the primary.`;
  if (rowSecurity === 'off')
    return `Row-level security is off on the PostgreSQL server ${where}: take row_security=off out of DATABASE_URL, of the role or of the database.`;
  return undefined;
}
