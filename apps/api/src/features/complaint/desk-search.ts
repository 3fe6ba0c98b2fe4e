import { type SQL, sql } from 'drizzle-orm';
import { nameWords } from '../../db/account-tables.ts';
import { account, complaint } from '../../db/tables.ts';
import { trackingTail, wordQuery } from '../../platform/search-words.ts';

/**
 * What an officer looks for: the tail of a tracking id, words of the complaint, or the citizen's name. Each is a query of
 * its own, so that each has its index; a condition of three `or` would read every row. The fence stands in
 * each of them too, so that a common word reads no more than one MDA.
 */
export function searchFor(q: string, fence: SQL): SQL {
  const ways: SQL[] = [];
  const tail = trackingTail(q);
  if (tail !== undefined) {
    ways.push(
      sql`select ${complaint.id} from ${complaint} where ${fence} and reverse(${complaint.trackingId}) like ${`${tail}%`}`,
    );
  }
  const words = wordQuery(q);
  if (words !== undefined) {
    const query = sql`to_tsquery('simple', ${words})`;
    ways.push(sql`select ${complaint.id} from ${complaint} where ${fence} and ${complaint.search} @@ ${query}`);
    ways.push(
      sql`select ${complaint.id} from ${complaint} join ${account} on ${account.id} = ${complaint.citizenId}
        where ${fence} and ${nameWords(account)} @@ ${query}`,
    );
  }
  if (ways.length === 0) return sql`false`;
  return sql`${complaint.id} in (${sql.join(ways, sql` union all `)})`;
}
