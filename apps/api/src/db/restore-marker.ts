import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';

/*
 * What is being brought into a database, by a restore or a move, leaves a mark in it until it is all there: whoever starts on the
 * database meanwhile, or after that was cut off, knows of it, whatever data folder they have. In a schema of its own, so that
 * it is no part of what is brought.
 */

export interface RestoreMarker {
  /** Of what is being brought. */
  readonly id: string;
  /** What brings it, as a person would type it. */
  readonly command: string;
  /** Where its files go. */
  readonly files: string;
}

/** As a word of a command. */
export const quoted = (word: string) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

export const restoreMarkerSchema = 'arrival';

const marks = `${restoreMarkerSchema}.mark`;

/** @throws StartupError when another role left it, and this one may not read it. */
export async function readRestoreMarker(client: pg.ClientBase): Promise<RestoreMarker | undefined> {
  const there = await client.query(
    `select from pg_class where relname = 'mark' and relnamespace = (select oid from pg_namespace where nspname = $1)`,
    [restoreMarkerSchema],
  );
  if (there.rowCount === 0) return undefined;
  try {
    return (await client.query<RestoreMarker>(`select id, command, files from ${marks}`)).rows[0];
  } catch (error) {
    throw isForeign(error) ? new StartupError(ofAnotherRole) : error;
  }
}

const isForeign = (error: unknown) => error instanceof Error && 'code' in error && error.code === '42501';

const ofAnotherRole = `The database holds half of what another role was to bring into it (in the schema ${restoreMarkerSchema}). Name that role in DATABASE_URL and run it to its end, or name another database.`;

export async function writeRestoreMarker(client: pg.ClientBase, { id, command, files }: RestoreMarker): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`create schema ${restoreMarkerSchema}`);
    await client.query(`create table ${marks} (id text not null, command text not null, files text not null)`);
    await client.query(`insert into ${marks} (id, command, files) values ($1, $2, $3)`, [id, command, files]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

export async function removeRestoreMarker(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`drop schema if exists ${restoreMarkerSchema} cascade`);
}

/** @throws StartupError when something is still being brought into the database, or was cut off. */
export async function requireArrived(client: pg.ClientBase): Promise<void> {
  const mark = await readRestoreMarker(client);
  if (!mark) return;
  throw new StartupError(
    `The database holds half of what was to be brought into it. Run that to its end (${mark.command}), or name another database in DATABASE_URL.`,
  );
}
