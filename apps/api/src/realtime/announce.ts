import type { Presence } from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { announcement, complaint } from '../db/schema/tables.ts';

/** Channels of LISTEN and NOTIFY. The trigger `complaint_changed` announces on `complaint`. */
export const channels = {
  notification: 'notification',
  complaint: 'complaint',
  presence: 'presence',
  sessionEnd: 'session_end',
} as const;

/** Announces a notification when, and only when, the transaction commits; `sendAnnouncements` sends it. */
export async function announce(db: Database, accountId: string, notificationId: string): Promise<void> {
  await db.insert(announcement).values({ channel: channels.notification, payload: `${accountId} ${notificationId}` });
}

/** Builds the SQL that announces inserted notifications. `inserted` is the part of the statement with their `id` and `account_id`. */
export function announceRows(inserted: SQL): SQL {
  return sql`insert into ${announcement} (channel, payload)
    select ${channels.notification}, account_id || ' ' || id from ${inserted}`;
}

/** Announces the end of sessions as soon as the transaction commits. */
export async function announceEnds(db: Database, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.execute(
    sql`select pg_notify(${channels.sessionEnd}, id) from unnest(${sql.param(sessionIds)}::text[]) as id`,
  );
}

/** Builds the SQL that announces to eligible staff who has a complaint open. Nothing is stored. */
export function announcePresence(
  presence: Omit<Presence, 'person'>,
  person: { readonly id: string; readonly name: SQL },
): SQL {
  const shown = sql`jsonb_build_object('id', ${person.id}::text, 'name', ${person.name})`;
  const payload = sql`concat_ws(' ', ${complaint.mdaId}, coalesce(${complaint.unitId}::text, '-'),
    array_to_string(${complaint.recusedStaff}, ','), ${JSON.stringify(presence)}::jsonb || jsonb_build_object('person', ${shown}))`;
  // A payload holds 8000 bytes, too few for more recused staff.
  return sql`case when cardinality(${complaint.recusedStaff}) <= 100 then pg_notify(${channels.presence}, ${payload}) end`;
}
