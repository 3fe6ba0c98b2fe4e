import type pg from 'pg';
import type { RestoreState } from '../config/data-dir-state.ts';
import { StartupError } from '../config/startup-error.ts';

/* A schema, whose comment every role may read, marks the database of a server until a restore is all there. */

const schema = 'unfinished_restore';

export async function readRestoreMarker(client: pg.ClientBase): Promise<RestoreState | undefined> {
  const { rows } = await client.query<{ state: string }>(
    `select obj_description(oid, 'pg_namespace') as state from pg_namespace where nspname = $1`,
    [schema],
  );
  return rows[0] && (JSON.parse(rows[0].state) as RestoreState);
}

/** Marks the database before anything is restored into it. */
export async function writeRestoreMarker(client: pg.ClientBase, state: RestoreState): Promise<void> {
  const comment = client.escapeLiteral(JSON.stringify(state));
  // In one message, and so in one transaction.
  await client.query(`create schema if not exists ${schema}; comment on schema ${schema} is ${comment}`);
}

/** Removes the marker, if there is one: from here on a server may start on the database. */
export async function removeRestoreMarker(client: pg.ClientBase): Promise<void> {
  await client.query(`drop schema if exists ${schema}`);
}

/** @throws StartupError when a restore into the database is under way or was cut off. */
export async function requireNoPartialRestore(client: pg.ClientBase): Promise<void> {
  const marker = await readRestoreMarker(client);
  if (!marker) return;
  throw new StartupError(
    `The restore into this database was cut off. Run it again (${marker.command}), or name another database in DATABASE_URL.`,
  );
}
