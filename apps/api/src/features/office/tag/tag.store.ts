import type { UsedTag } from '@baraza/contract';
import { eq, ne, notLike, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import { mdaOf } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { complaint, savedReply, savedView } from '../../../db/schema/tables.ts';
import { visibleTo, within } from '../../complaint/record/visibility.ts';

/** A tag's name now, and the name it gets. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** How many tags are listed at most; imports leave one on each complaint. */
const mostListed = 1_000;

/** Lists the tags of the caller's MDA by name, with how many complaints have each. */
export function listTags(db: Database, caller: Caller): Promise<UsedTag[]> {
  const used = db
    .select({ name: sql<string>`unnest(${complaint.tags})`.as('name'), state: complaint.state })
    .from(complaint)
    .where(within(visibleTo(caller), eq(complaint.mdaId, mdaOf(caller))))
    .as('used');
  return db
    .select({ name: used.name, complaints: sql<number>`(count(*) filter (where ${ne(used.state, 'merged')}))::int` })
    .from(used)
    .where(notLike(used.name, 'old:%'))
    .groupBy(used.name)
    .orderBy(used.name)
    .limit(mostListed);
}

/** Renames a tag in complaints, saved replies and saved views, also of colleagues. */
export async function renameEverywhere(db: Database, mdaId: string, { from, to }: Renaming): Promise<void> {
  const renamed = (tags: SQL) => sql`array(select distinct case tag when ${from}::text then ${to}::text else tag end
    from unnest(${tags}) tag order by 1)`;
  // Locks in one order, as merges do.
  await db.execute(sql`
    with found as (select id from ${complaint}
      where mda_id = ${mdaId} and tags @> array[${from}::text] order by id for update)
    update ${complaint} set tags = ${renamed(sql`tags`)} from found where complaint.id = found.id`);
  const inView = sql`string_to_array(filter ->> 'tag', ',')`;
  await db.execute(sql`update ${savedView} set version = version + 1,
    filter = filter || jsonb_build_object('tag', array_to_string(${renamed(inView)}, ','))
    where mda_id = ${mdaId} and ${from} = any(${inView})`);
  const inReply = sql`array(select jsonb_array_elements_text(actions -> 'tags'))`;
  await db.execute(sql`update ${savedReply} set version = version + 1,
    actions = actions || jsonb_build_object('tags', ${renamed(inReply)})
    where mda_id = ${mdaId} and actions -> 'tags' @> to_jsonb(${from}::text)`);
}
