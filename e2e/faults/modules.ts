import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@baraza/local-postgres';
import type pg from 'pg';

const api = path.join(import.meta.dirname, '../../apps/api');

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(file).href)) as T;
}

/** Starts a PostgreSQL server on a folder, with the search functions trusted as in the embedded one. */
export async function startPostgres(folder: string): Promise<EmbeddedPostgres> {
  type Module = { trustSearchFunctions: (superuser: pg.ClientBase) => Promise<void> };
  const { trustSearchFunctions } = await load<Module>(path.join(api, 'src/db/row-security/leakproof.ts'));
  return startEmbeddedPostgres(folder, { prepare: trustSearchFunctions });
}

/** Returns the DATABASE_URL of a server. */
export function urlOf({ connection: { host, port, user } }: EmbeddedPostgres): string {
  return `postgres:///baraza?${new URLSearchParams({ host, port: String(port), user })}`;
}

export interface Storage {
  url(folder: string): string;
  /** Goes away or comes back. While away it responds 'busy', cuts each connection, or stays mute. */
  away(is: boolean | 'cut' | 'mute'): void;
  close(): void;
}

/** Starts an object storage that understands the calls of the server. */
export async function startStorage(): Promise<Storage> {
  type Module = { startObjectStorage: () => Promise<Storage> };
  return (await load<Module>(path.join(api, 'test/support/server/object-storage.ts'))).startObjectStorage();
}
