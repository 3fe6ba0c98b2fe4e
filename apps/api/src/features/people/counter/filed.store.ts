import type { FiledRow, listFiled as endpoint, QueryOf } from '@baraza/contract';
import { statusOf } from '@baraza/contract/complaint/lifecycle';
import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { account, complaint, mda } from '../../../db/schema/tables.ts';
import { behindCursor, type Page, toPage } from '../../../http/cursor.ts';
import { trackingTail } from '../../../domain/search-words.ts';
import { hasPhone } from '../../complaint/read/caller.store.ts';
import { hasTail } from '../../complaint/read/desk-search.ts';
import { visibleTo, within } from '../../complaint/record/visibility.ts';

const list = 'filed';

/** Lists what the centre of an agent filed, newest first. */
export async function listFiled(
  db: Database,
  caller: Caller,
  { q, limit, cursor }: QueryOf<typeof endpoint>,
): Promise<Page<FiledRow>> {
  const tail = q && trackingTail(q);
  const found = (condition: SQL) => sql`select ${complaint.id} from ${complaint}
    join ${account} on ${account.id} = ${complaint.citizenId} where ${visibleTo(caller)} and ${condition}`;
  // Each by its own index.
  const ways = q ? [...(tail ? [found(hasTail(sql`${tail}::text`))] : []), found(hasPhone(q))] : [];
  const sought = q ? sql`${complaint.id} in (${sql.join(ways, sql` union all `)})` : undefined;
  const place = { at: complaint.submittedAt, id: complaint.id };
  const rows = await db
    .select({
      ...pick(complaint, ['id', 'trackingId', 'title', 'state', 'reply', 'submittedAt']),
      mda: { id: mda.id, name: mda.name },
    })
    .from(complaint)
    .innerJoin(mda, eq(mda.id, complaint.mdaId))
    .where(within(visibleTo(caller), sought, behindCursor(list, cursor, place)))
    .orderBy(desc(complaint.submittedAt), desc(complaint.id))
    .limit(limit + 1);
  const { items, nextCursor } = toPage(list, rows, limit, ({ submittedAt, id }) => ({ at: submittedAt, id }));
  return {
    items: items.map(({ state, submittedAt, ...row }) => ({
      ...row,
      status: statusOf(state),
      submittedDate: submittedAt.toISOString(),
    })),
    nextCursor,
  };
}
