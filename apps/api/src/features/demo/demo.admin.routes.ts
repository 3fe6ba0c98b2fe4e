import { type DemoData, getDemoData, removeDemoData, staffMessage } from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../audit/audit.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { endDemoSessions } from '../../auth/session/session.store.ts';
import type { Database } from '../../db/database.ts';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import type { LogSource } from '../../db/schema/tables.ts';
import { conflict } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { type Erasing, leaveTombstones } from '../log/tombstone.store.ts';

/** Mounts the calls to count and remove the sample data. */
export function demoAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, getDemoData, ({ services }) =>
    services.db.transaction(async (tx) => {
      await bypassRowSecurity(tx);
      return countDemo(tx);
    }),
  );

  mount(app, all, removeDemoData, removeSamples);
}

async function removeSamples({ services, caller, request }: RequestActor) {
  return services.db.transaction(async (tx) => {
    await bypassRowSecurity(tx);
    const own = await tx.execute(sql`select from account where id = ${caller.accountId} and demo`);
    if (own.rows.length > 0) throw conflict(staffMessage.demoOwn);
    const { accounts, mdas, complaints, feedback } = await countDemo(tx);
    await removeDemo(tx, { at: services.clock.now(), keys: services.keys });
    const detail = { accounts, mdas, complaints, feedback };
    await recordAuditEvent(tx, services, request, { action: 'demo.removed', detail });
    return countDemo(tx);
  });
}

/** Counts the sample data, without locked accounts kept for real history. */
async function countDemo(db: Database): Promise<DemoData> {
  const { rows } = await db.execute<DemoData & Record<string, unknown>>(sql`select
    (select count(*) from account where demo and disabled_at is null)::int as accounts,
    (select count(*) from mda where demo and active)::int as mdas,
    (select count(*) from complaint where demo)::int as complaints,
    (select count(*) from feedback where demo)::int as feedback`);
  return rows[0] ?? { accounts: 0, mdas: 0, complaints: 0, feedback: 0 };
}

const samples = sql`select id from complaint where demo`;
const sampleFeedback = sql`select id from feedback where demo`;

const ofComplaints = ['survey', 'notification', 'identity_request', 'idempotency_key', 'complaint_event'];
const ofMdas = ['saved_reply', 'holiday', 'sla_target', 'committee_member', 'jurisdiction', 'mda_monthly_stats'].concat(
  ['custom_field', 'unit', 'rule_list'],
);

const accountUses = sql`
  exists (select from complaint c where c.citizen_id = a.id or c.assignee_id = a.id)
  or exists (select from complaint_event e where e.actor_id = a.id)
  or exists (select from known_issue_update u where u.author_id = a.id)
  or exists (select from identity_request i where i.requested_by = a.id)
  or exists (select from survey s where s.citizen_id = a.id)
  or exists (select from feedback f where f.citizen_id = a.id or f.replier_id = a.id)
  or exists (select from file f where f.account_id = a.id and f.id is distinct from a.photo_id)`;

const mdaUses = sql`
  exists (select from complaint c where c.mda_id = m.id or c.offered_to_mda_id = m.id)
  or exists (select from account a where a.mda_id = m.id)
  or exists (select from known_issue k where k.mda_id = m.id)`;

/** Removes the sample data, in a transaction with system scope. Accounts and MDAs that real complaints name stay, disabled. */
async function removeDemo(db: Database, erasing: Erasing): Promise<void> {
  const run = (statement: SQL) => db.execute<{ id: string }>(statement);
  const bury = async (source: LogSource, ids: SQL) => {
    const { rows } = await run(ids);
    const subjects = rows.map(({ id }) => ({ subject: id }));
    await leaveTombstones(db, source, subjects, erasing);
  };
  await bury('complaint', samples);
  await bury('feedback', sampleFeedback);
  // Counts must not change while they are recomputed.
  await run(sql`lock table mda_monthly_stats in share row exclusive mode`);
  await run(sql`select set_config('baraza.removing_demo', 'on', true)`);
  for (const table of ofComplaints)
    await run(sql`delete from ${sql.identifier(table)} where complaint_id in (${samples})`);
  await run(sql`delete from idempotency_key where feedback_id in (${sampleFeedback})`);
  await run(sql`delete from feedback_event where feedback_id in (${sampleFeedback})`);
  await run(sql`delete from file where complaint_id in (${samples}) or feedback_id in (${sampleFeedback})`);
  // Those owned by sample staff, including ones published on trial.
  await run(sql`delete from known_issue where owner_id in (select id from account where demo)`);
  await run(sql`delete from rule_list where changed_by in (select id from account where demo)`);
  // What was usual counted the samples.
  await run(sql`delete from burst`);
  await run(sql`update complaint set merged_into_id = null where merged_into_id in (${samples})`);
  await run(sql`delete from complaint where demo`);
  await run(sql`delete from public_numbers where demo`);
  await run(sql`delete from feedback where demo`);
  await run(sql`select set_config('baraza.removing_demo', '', true)`);
  await endDemoSessions(db);
  await run(sql`delete from file where id in (select photo_id from account where demo)`);
  await run(sql`delete from account a where demo and not (${accountUses})`);
  await run(sql`update account set password_hash = null, photo_id = null,
    disabled_at = coalesce(disabled_at, ${erasing.at.toISOString()}::timestamptz) where demo`);
  await removeOffices(run);
  await removeAreas(run);
  // Recomputed without the samples.
  await run(sql`delete from mda_monthly_stats`);
  await run(sql`insert into mda_monthly_stats (mda_id, month, total, resolved)
    select mda_id, date_trunc('month', submitted_at at time zone 'UTC')::date, count(*),
      count(*) filter (where state = 'resolved')
    from complaint where state <> 'merged' group by 1, 2`);
  await run(sql`update installation set demo_removed_at = ${erasing.at.toISOString()}::timestamptz`);
}

type Run = (statement: SQL) => Promise<unknown>;

async function removeOffices(run: Run): Promise<void> {
  const gone = sql`select m.id from mda m where m.demo and not (${mdaUses})`;
  for (const table of ofMdas) await run(sql`delete from ${sql.identifier(table)} where mda_id in (${gone})`);
  await run(sql`with gone as (delete from mda where id in (${gone}) returning logo_id)
    delete from file where id in (select logo_id from gone)`);
  // A sample MDA in real use is no longer sample data.
  await run(sql`update mda set demo = false where demo and exists (
    select from complaint c where c.mda_id = mda.id
    union all select from account a where a.mda_id = mda.id and not a.demo)`);
  await run(sql`update mda set active = false where demo`);
}

/** Removes areas. Those of real complaints or known issues stay with their parents, but are no longer offered. */
async function removeAreas(run: Run): Promise<void> {
  await run(sql`with recursive used as (
      select a.code, a.parent from area a where a.demo and (exists (select from complaint c where c.area_code = a.code)
        or exists (select from known_issue k where k.area_code = a.code))
      union select a.code, a.parent from area a join used u on u.parent = a.code)
    delete from area where demo and code not in (select code from used)`);
  await run(sql`update area set active = false, demo = false where demo`);
  await run(sql`delete from area_outline where demo`);
}
