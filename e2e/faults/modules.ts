import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { builtServer } from './portal.ts';

/** A PostgreSQL server of its own, as the server runs one. */
export interface Postgres {
  readonly connection: { readonly host: string; readonly port: number; readonly user: string };
  stop(): Promise<void>;
}

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(file).href)) as T;
}

/** Starts one on a folder. */
export async function startPostgres(folder: string, binaries?: PostgresBinaries): Promise<Postgres> {
  type Module = { startEmbeddedPostgres: (folder: string, options: object) => Promise<Postgres> };
  const { startEmbeddedPostgres } = await load<Module>(path.join(builtServer, 'db/embedded-postgres.js'));
  return startEmbeddedPostgres(folder, binaries ? { binaries } : {});
}

/** The programs that it is. */
export async function embeddedBinaries(): Promise<PostgresBinaries> {
  type Module = { embeddedBinaries: () => Promise<PostgresBinaries> };
  return (await load<Module>(path.join(builtServer, 'db/postgres-binaries.js'))).embeddedBinaries();
}

/** What DATABASE_URL says to have it. */
export function urlOf({ connection: { host, port, user } }: Postgres): string {
  return `postgres:///baraza?${new URLSearchParams({ host, port: String(port), user })}`;
}

const testing = path.join(import.meta.dirname, '../../apps/api/test/support/server');

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

/** A mail server that takes every mail, or that `holds` each of them for ever. */
export async function startMailServer(port: number, how: { readonly holds?: boolean } = {}): Promise<MailServer> {
  type Module = { startMailServer: (port: number, how: object) => Promise<MailServer> };
  return (await load<Module>(path.join(testing, 'mail-server.ts'))).startMailServer(port, how);
}
