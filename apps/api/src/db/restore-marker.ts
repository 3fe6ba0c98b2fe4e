import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

/*
 * A restore marks the database until all of it is there, so that no server starts on half of it, whatever data folder the server
 * has. The marker has a schema of its own and so is no part of the restored data.
 */

export interface RestoreMarker {
  /** Id of the backup. */
  readonly id: string;
  /** The command that finishes the restore. */
  readonly command: string;
  /** Where its files go. */
  readonly files: string;
}

export const restoreMarkerSchema = 'unfinished_restore';

const table = `${restoreMarkerSchema}.marker`;

/** @throws StartupError when another role wrote the marker and this one may not read it. */
export async function readRestoreMarker(client: pg.ClientBase): Promise<RestoreMarker | undefined> {
  const there = await client.query(
    `select from pg_class where relname = 'marker' and relnamespace = (select oid from pg_namespace where nspname = $1)`,
    [restoreMarkerSchema],
  );
  if (there.rowCount === 0) return undefined;
  try {
    return (await client.query<RestoreMarker>(`select id, command, files from ${table}`)).rows[0];
  } catch (error) {
    throw isForbidden(error) ? new StartupError(ofAnotherRole) : error;
  }
}

const isForbidden = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';

const ofAnotherRole = `The database holds an unfinished restore of another role (in the schema ${restoreMarkerSchema}). Name that role in DATABASE_URL and run the restore again, or name another database.`;

/** Marks the database before anything is restored into it. */
export async function writeRestoreMarker(client: pg.ClientBase, { id, command, files }: RestoreMarker): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`create schema ${restoreMarkerSchema}`);
    await client.query(`create table ${table} (id text not null, command text not null, files text not null)`);
    await client.query(`insert into ${table} (id, command, files) values ($1, $2, $3)`, [id, command, files]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Removes the marker, if there is one: from here on a server may start on the database. */
export async function removeRestoreMarker(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`drop schema if exists ${restoreMarkerSchema} cascade`);
}

/** @throws StartupError when a restore into the database is under way or was cut off. */
export async function requireNoPartialRestore(client: pg.ClientBase): Promise<void> {
  const marker = await readRestoreMarker(client);
  if (!marker) return;
  throw new StartupError(
    `The restore into this database was cut off. Run it again (${marker.command}), or name another database in DATABASE_URL.`,
  );
}
