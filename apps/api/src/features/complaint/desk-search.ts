import { or, type SQL, sql } from 'drizzle-orm';
import { nameWords } from '../../db/account-tables.ts';
import { account, complaint } from '../../db/tables.ts';
import { trackingTail, wordQuery } from '../../platform/search-words.ts';

/**
 * What an officer looks for: the tail of a tracking id, words of the complaint, or the citizen's name. Each is a query of
 * its own, so that each has its index; a condition of three `or` would read every row. The fence stands in
 * each of them too, so that a common word reads no more than one MDA.
 */
export function searchFor(q: string, fence: SQL): SQL {
  const { tail, words } = read(q);
  const ways: SQL[] = [];
  if (tail) ways.push(sql`select ${complaint.id} from ${complaint} where ${fence} and ${hasTail(tail)}`);
  if (words) {
    ways.push(sql`select ${complaint.id} from ${complaint} where ${fence} and ${hasWords(words)}`);
    ways.push(
      sql`select ${complaint.id} from ${complaint} join ${account} on ${account.id} = ${complaint.citizenId}
        where ${fence} and ${isCalled(words)}`,
    );
  }
  if (ways.length === 0) return sql`false`;
  return sql`${complaint.id} in (${sql.join(ways, sql` union all `)})`;
}

/** The same asked of one complaint after the other, for where there are few. */
export function isSearchedFor(q: string): SQL {
  const { tail, words } = read(q);
  return (
    or(
      tail === undefined ? undefined : hasTail(tail),
      words && hasWords(words),
      words && sql`exists (select from ${account} where ${account.id} = ${complaint.citizenId} and ${isCalled(words)})`,
    ) ?? sql`false`
  );
}

function read(q: string) {
  const [tail, words] = [trackingTail(q), wordQuery(q)];
  return {
    tail: tail === undefined ? undefined : `${tail}%`,
    words: words === undefined ? undefined : sql`to_tsquery('simple', ${words})`,
  };
}

const hasTail = (tail: string) => sql`reverse(${complaint.trackingId}) like ${tail}`;
const hasWords = (words: SQL) => sql`${complaint.search} @@ ${words}`;
const isCalled = (words: SQL) => sql`${nameWords(account)} @@ ${words}`;
