import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

type Part = AnyPgColumn | SQL;

/** Whether a member of staff is not recused. Tested on the row: hardly anybody ever is, so no index would be faster. */
export function isNotRecused({ recusedStaff }: { recusedStaff: Part }, accountId: string | SQL): SQL {
  return sql`(not (${accountId}::uuid = any(${recusedStaff})))`;
}

/** Staff who read complaints; `walls` are the units whose complaints alone they see. */
interface Reader {
  readonly accountId: string;
  readonly walls?: readonly string[] | null | undefined;
  readonly contactId?: string | null | undefined;
}

/** Whether no recusal and no wall keeps a reader from a complaint. */
export function isOpenTo(row: { recusedStaff: Part; unitId: Part }, { accountId, walls, contactId }: Reader): SQL {
  const self = isNotRecused(row, accountId);
  const seen = contactId ? sql`(${self} and ${isNotRecused(row, contactId)})` : self;
  return walls ? sql`(${seen} and ${row.unitId} = any(${sql.param(walls)}::uuid[]))` : seen;
}

/** Selects the units whose complaints alone somebody sees; null: no walls. They bind officers only. */
export function wallsOf(who: { role: Part; walls: Part }) {
  return sql<string[] | null>`case when ${who.role} = 'officer' then ${who.walls} end`;
}

/** Selects the centre of an agent; null for everybody else. */
export function centreOf(who: { role: Part; centre: Part }) {
  return sql<string | null>`case when ${who.role} = 'agent' then ${who.centre} end`;
}

/** Whether no wall keeps staff from the complaints of a unit. */
export function isWithinWalls(who: { role: Part; walls: Part }, unitId: Part): SQL {
  return sql`(${who.role} <> 'officer' or ${who.walls} is null or coalesce(${unitId} = any(${who.walls}), false))`;
}
