import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOpenTo } from '../../../db/row-security/open-to.ts';
import { complaint } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { readableBy } from './visibility.ts';

export const earlier = alias(complaint, 'earlier');

/** Whether `earlier` has the same citizen and MDA, and the reader may see it. */
export function isEarlier(reader: Pick<Actor, 'accountId' | 'walls'>): SQL | undefined {
  return and(
    eq(earlier.citizenId, complaint.citizenId),
    eq(earlier.mdaId, complaint.mdaId),
    // Complaints under a made-up name must not be linked to one person.
    eq(earlier.identity, 'named'),
    eq(complaint.identity, 'named'),
    lt(earlier.submittedAt, complaint.submittedAt),
    isOpenTo(earlier, reader),
  );
}

/** Selects the number of the citizen's earlier complaints to the MDA. */
export function countEarlier(reader: Actor) {
  return sql<number>`(select count(*)::int from ${complaint} earlier where ${isEarlier(reader)})`;
}

/** A merged complaint as JSON. */
export interface MergedRow extends Pick<typeof complaint.$inferSelect, 'id' | 'trackingId' | 'title' | 'state'> {
  readonly submittedAt: string;
}

/** Selects a complaint's parent and its duplicates, if the reader may see them; newest first. */
export function mergedWith(reader: Actor) {
  const columns = sql`'id', complaint.id, 'trackingId', tracking_id, 'title', title, 'state', state, 'submittedAt', submitted_at`;
  return sql<MergedRow[]>`(
    select coalesce(json_agg(json_build_object(${columns}) order by submitted_at desc, complaint.id desc), '[]')
    from (select ${complaint.id} as id, ${complaint.mergedIntoId} as parent_id offset 0) as this, ${complaint}
    where (merged_into_id = this.id and state = 'merged' or complaint.id = this.parent_id) and ${readableBy(reader)})`;
}
