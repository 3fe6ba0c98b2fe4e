import type pg from 'pg';
import { StartupError } from '../../config/startup-error.ts';
import { withMaintenance } from '../database.ts';
import { trustSearchFunctions } from './leakproof.ts';
import { journal } from '../migrate.ts';
import { servingRole } from './scoped-pool.ts';

/** Any number, as long as it is ours: several processes that start at once take turns on it. */
const lock = 7_220_412_902;

interface Rights {
  readonly superuser: boolean;
  /** Sees every row, whatever the rules of a table say. */
  readonly unbound: boolean;
}

/** Creates a role for serving where the login role bypasses row security. It owns nothing, so it can change no policy. */
export function prepareServingRole(pool: pg.Pool): Promise<void> {
  return inTransaction(pool, 'commit', async (client, signedIn) => {
    await ensureRole(client, signedIn);
    await client.query(grants);
    if (signedIn.superuser) await trustSearchFunctions(client);
  });
}

/** Checks that there will be such a role, before the first change to the schema. */
export const checkServingRole = (pool: pg.Pool): Promise<void> => inTransaction(pool, 'rollback', ensureRole);

/** Runs work in a transaction if the login role bypasses row security. Otherwise it does nothing. */
function inTransaction(
  pool: pg.Pool,
  end: 'commit' | 'rollback',
  work: (client: pg.PoolClient, signedIn: Rights) => Promise<void>,
): Promise<void> {
  return withMaintenance(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>('select session_user as name');
    const signedIn = await rightsOf(client, rows[0]?.name ?? '');
    if (signedIn?.unbound !== true) return;
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    await work(client, signedIn);
    await client.query(end);
  }).catch(explain);
}

async function rightsOf(client: pg.PoolClient, name: string): Promise<Rights | undefined> {
  const { rows } = await client.query<Rights>(
    `select rolsuper as superuser, rolsuper or rolbypassrls as unbound from pg_roles where rolname = $1`,
    [name],
  );
  return rows[0];
}

async function ensureRole(client: pg.PoolClient, signedIn: Rights): Promise<void> {
  const present = await rightsOf(client, servingRole);
  if (present?.unbound === true) {
    throw new StartupError(
      `The database role ${servingRole} is above row-level security: ALTER ROLE ${servingRole} NOSUPERUSER NOBYPASSRLS;`,
    );
  }
  if (!present) await client.query(`create role ${servingRole} nologin nosuperuser nobypassrls`);
  if (signedIn.superuser) return;
  const { rows } = await client.query<{ member: boolean }>(`select pg_has_role($1, 'member') as member`, [servingRole]);
  if (rows[0]?.member !== true) await client.query(`grant ${servingRole} to current_user`);
}

/* What serving needs. Rows of history, audit trail and log may be added, and lose what names a person; only samples may be deleted. */
const grants = `
  grant usage on schema public, graphile_worker, drizzle to ${servingRole};
  grant select, insert, update, delete on all tables in schema public, graphile_worker to ${servingRole};
  grant select on ${journal} to ${servingRole};
  grant usage, select on all sequences in schema public, graphile_worker to ${servingRole};
  revoke update on complaint_event from ${servingRole};
  revoke update on audit from ${servingRole};
  revoke update on feedback_event from ${servingRole};
  revoke update, delete on log_entry, log_node, log_key, log_tombstone from ${servingRole};
  grant update (text, reason, data, salt) on complaint_event to ${servingRole};
  grant update (network, detail, salt) on audit to ${servingRole};
  grant update (salt) on feedback_event to ${servingRole};
  do $$
  declare
    place regclass;
  begin
    for place in
      select c.oid from pg_class c
        where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
          and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = '${servingRole}')
    loop
      execute format('create policy ${servingRole} on %s to ${servingRole} using (true)', place);
    end loop;
  end $$`;

function explain(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === '42501')) throw error;
  throw new StartupError(
    `The role in DATABASE_URL is above row-level security and may not make the role ${servingRole}. Use a plain role that owns the database, or run as a superuser: CREATE ROLE ${servingRole}; GRANT ${servingRole} TO <role>;`,
  );
}
