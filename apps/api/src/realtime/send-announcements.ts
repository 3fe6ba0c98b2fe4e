import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { announcement } from '../db/schema/tables.ts';

/** Sends committed announcements to every server, in one NOTIFY transaction that also deletes their rows. */
export async function sendAnnouncements(db: Database): Promise<void> {
  await db.execute(sql`
    with committed as (delete from ${announcement} returning channel, payload)
    select from committed where pg_notify(channel, payload) is null`);
}
