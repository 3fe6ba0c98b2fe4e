import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type EmbeddedPostgres, type PostgresBinaries, startEmbeddedPostgres } from '@baraza/local-postgres';
import type pg from 'pg';

const api = path.join(import.meta.dirname, '../../apps/api');
const testing = path.join(api, 'test/support/server');

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(file).href)) as T;
}

/** Starts a PostgreSQL on a folder, with search functions trusted as in the server's own. */
export async function startPostgres(folder: string, binaries?: PostgresBinaries): Promise<EmbeddedPostgres> {
  type Module = { trustSearchFunctions: (superuser: pg.ClientBase) => Promise<void> };
  const { trustSearchFunctions } = await load<Module>(path.join(api, 'src/db/row-security/leakproof.ts'));
  return startEmbeddedPostgres(folder, { binaries, prepare: trustSearchFunctions });
}

/** What DATABASE_URL says to have it. */
export function urlOf({ connection: { host, port, user } }: EmbeddedPostgres): string {
  return `postgres:///baraza?${new URLSearchParams({ host, port: String(port), user })}`;
}

export interface Storage {
  url(folder: string): string;
  /** Is away, or is back: it answers that it is busy, cuts each line, or takes each and says nothing. */
  away(is: boolean | 'cut' | 'mute'): void;
  close(): void;
}

/** As much of object storage as the server speaks. */
export async function startStorage(): Promise<Storage> {
  type Module = { startObjectStorage: () => Promise<Storage> };
  return (await load<Module>(path.join(testing, 'object-storage.ts'))).startObjectStorage();
}

export interface MailServer {
  /** Each mail as it arrived. */
  readonly mails: readonly string[];
  /** How many it has been given and neither takes nor refuses. */
  held(): number;
  close(): Promise<void>;
}

/** A mail server that takes every mail, or that `holds` those it names for ever. */
export async function startMailServer(
  port: number,
  how: { readonly holds?: (mail: string) => boolean } = {},
): Promise<MailServer> {
  type Module = { startMailServer: (port: number, how: object) => Promise<MailServer> };
  return (await load<Module>(path.join(testing, 'mail-server.ts'))).startMailServer(port, how);
}
