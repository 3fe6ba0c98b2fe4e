import { type Audience, emailTopics, notificationLink, staffEmailOf } from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { mayOpen } from '../../../db/row-security/shown-notification.ts';
import { account, complaint, notification, unit } from '../../../db/schema/tables.ts';
import type { NotifyStaff } from '../../../domain/effects.ts';
import { enqueueMail } from '../../../mail/enqueue-mail.ts';
import { announceRows } from '../../../realtime/announce.ts';
import type { Services } from '../../../services.ts';
import { deputyOf } from '../../reference/leave.store.ts';
import { type Today, todayOf } from '../../reference/today.ts';

type StaffEvent = Omit<NotifyStaff, 'effect'>;

/** Milliseconds after the last of many steps: the desk sends them in batches. */
const bulkPause = 20_000;

/** Notifies staff of an event of a complaint, which the transaction has to see. */
export async function notifyStaff(tx: Database, services: Services, event: StaffEvent): Promise<void> {
  const { complaint: about, kind, step, at } = event;
  const { topic, title } = staffEmailOf(kind);
  const now = sql`${at.toISOString()}::timestamptz`;
  const mailedAt = event.inBulk ? sql`null::timestamptz` : now;
  const { rows } = await tx.execute<{ id: string; email: string; account_id: string }>(sql`
    with reader as (
      select id, email, coalesce(mail_times ->> ${topic}, ${emailTopics[topic]}) = 'now' as is_mailed
      from (${readersOf(event, todayOf(services))}) as chosen),
    inserted as (
      insert into ${notification} (id, account_id, complaint_id, kind, step, created_at, mailed_at)
      select gen_random_uuid(), id, ${about.id}::uuid, ${kind}, ${step}::int, ${now}, case when is_mailed then ${mailedAt} end
      from reader returning id, account_id),
    announced as (${announceRows(sql`inserted`)})
    select inserted.id, reader.email, inserted.account_id from inserted join reader on reader.id = inserted.account_id where is_mailed order by email`);
  if (event.inBulk) {
    const runAt = new Date(services.clock.now().getTime() + bulkPause);
    for (const { account_id: accountId } of rows)
      await services.jobs.add(tx, 'mail-bulk', { accountId }, { key: accountId, runAt });
    return;
  }
  const link = `${services.settings.publicUrl}/desk${notificationLink(about.id, step)}`;
  const mails = rows.map(({ id, email }) => ({
    to: email,
    thread: about.id,
    notificationIds: [id],
    subject: `${title} (${about.trackingId})`,
    text: [`${title}.`, `Tracking ID: ${about.trackingId}`, `Open it here: ${link}`].join('\n\n'),
  }));
  await enqueueMail(tx, services, ...mails);
}

/** Whether `a` wants notifications of the unit of `c`; units of a former MDA limit nothing. */
const wantsUnit = sql`(c.unit_id is null or a.mail_times -> 'units' @> to_jsonb(c.unit_id) or not exists (
  select from ${unit} u where u.mda_id = c.mda_id and u.active and a.mail_times -> 'units' @> to_jsonb(u.id)))`;

/** Selects whom an event notifies: the first non-empty audience of each chain, with deputies, without who caused the event. */
function readersOf({ kind, complaint: { id }, actorId, named = [] }: StaffEvent, today: Today): SQL {
  const inAudience: Record<Audience, SQL> = {
    named: sql`a.id = any(${sql.param([...named])}::uuid[])`,
    assignee: sql`a.id = c.assignee_id and a.mda_id = c.mda_id`,
    supervisors: sql`a.role = 'supervisor' and a.mda_id = c.mda_id`,
    oversight: sql`a.role = 'oversight'`,
    offeredSupervisors: sql`a.role = 'supervisor' and a.mda_id = c.offered_to_mda_id`,
    offeredOfficers: sql`a.role = 'officer' and a.mda_id = c.offered_to_mda_id`,
  };
  // Where no supervisor wants the unit's notifications, all get them.
  const stepsOf = (audience: Audience) =>
    audience === 'supervisors' ? [sql`${inAudience.supervisors} and ${wantsUnit}`] : [];
  const places = staffEmailOf(kind).to.flatMap((chain, number) =>
    chain
      .flatMap((audience) => [...stepsOf(audience), inAudience[audience]])
      .map((isIn, place) => sql`(${number}::int, ${place}::int, ${isIn})`),
  );
  const isReader = sql`c.id = ${id}::uuid and a.role <> 'citizen' and ${mayOpen} and a.id is distinct from ${actorId}::uuid`;
  return sql`
    select distinct a.id, a.email, a.mail_times from (
      select a.id, ${deputyOf(sql`a.id`, today)} as deputy_id, place, min(place) over (partition by chain) as first_place
      from ${complaint} c, ${account} a, lateral (values ${sql.join(places, sql`, `)}) as audience (chain, place, is_in)
      where is_in and ${isReader}
    ) as candidate, ${complaint} c, ${account} a
    where place = first_place and a.id in (candidate.id, candidate.deputy_id) and ${isReader}`;
}
