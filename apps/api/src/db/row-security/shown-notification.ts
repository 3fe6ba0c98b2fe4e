import { type SQL, sql } from 'drizzle-orm';
import { account, complaint, notification } from '../schema/tables.ts';
import { isWithinWalls } from './open-to.ts';

const walled = isWithinWalls({ role: sql`a.role`, walls: sql`a.walls` }, sql`c.unit_id`);

/** Whether staff `a` may open complaint `c` of a query: of their MDA, offered to it or as oversight; not disabled, recused or behind a wall. */
export const mayOpen = sql`(a.disabled_at is null and a.id <> all(c.recused_staff)
  and (a.role = 'oversight' or (a.role in ('officer', 'supervisor') and a.mda_id in (c.mda_id, c.offered_to_mda_id)))
  and ${walled})`;

/** Whether a notification is shown: one to staff only while they may open its complaint. */
export function isShown(): SQL {
  // Looked up for each row: for `exists` PostgreSQL may rather read all complaints first.
  return sql`(${notification.kind} is null or (select true from ${account} a, ${complaint} c
    where a.id = ${notification.accountId} and c.id = ${notification.complaintId} and ${mayOpen}))`;
}
