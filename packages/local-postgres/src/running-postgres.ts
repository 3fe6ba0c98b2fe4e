import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Whether the data folder holds an embedded database, running or not. */
export function hasEmbeddedDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'));
}

/** Reads the connection of a running server's embedded database from its process file. */
export async function runningPostgres(dataDir: string): Promise<pg.ClientConfig | undefined> {
  const file = path.join(dataDir, 'postgres', 'postmaster.pid');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const [port, host] = [Number(lines[3]), lines[4]];
  if (!host || !port) return undefined;
  const connection = { host, port, user: 'baraza', database: 'baraza', ssl: false };
  // Without a connection, the file is left over from a killed server.
  return (await acceptsConnection(connection)) ? connection : undefined;
}

/** Whether a server accepts a connection. */
export async function acceptsConnection(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
