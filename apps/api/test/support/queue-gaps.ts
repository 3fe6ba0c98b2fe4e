import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';
import { queueCount } from '../../src/db/schema/tables.ts';

/** Lists queues whose count differs from their complaints. */
export async function readQueueGaps(db: Database): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select mda.name as mda, kind, sum(counted) as counted, sum(there) as there from (
      select mda_id, kind, account_id, due_at, count as counted, 0 as there from ${queueCount}
      union all
      select q.mda_id, q.kind, q.account_id, q.due_at, 0, 1 from complaint c, lateral complaint_queues_of(c) q
    ) as each_one left join mda on mda.id = mda_id
    group by mda_id, mda.name, kind, account_id, due_at having sum(counted) <> sum(there)`);
  return rows;
}
