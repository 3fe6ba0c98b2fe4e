import { or, type SQL, sql } from 'drizzle-orm';
import { nameWords } from '../../db/account-tables.ts';
import { ownedBy, ownedWords } from '../../db/complaint-tables.ts';
import { account, complaint } from '../../db/tables.ts';
import { trackingTail, wordsOf } from '../../platform/search-words.ts';

/**
 * What an officer looks for: the tail of a tracking id, words of the complaint, or the citizen's name. Each is a query of
 * its own, so that each has its index; a condition of three `or` would read every row. The fence stands in
 * each of them too, so that a common word reads no more than one MDA. `mdaId`: all that is looked for is with this one.
 */
export function searchFor(q: string, fence: SQL, mdaId: string | undefined): SQL {
  const { tail, words } = read(q);
  const ways: SQL[] = [];
  if (tail) ways.push(complaintsWhere(sql`${fence} and ${hasTail(tail)}`));
  if (words) {
    ways.push(wayToWords(words, fence, mdaId));
    ways.push(
      sql`select ${complaint.id} from ${complaint} join ${account} on ${account.id} = ${complaint.citizenId}
        where ${fence} and ${isCalled(words.all)}`,
    );
  }
  if (ways.length === 0) return sql`false`;
  return sql`${complaint.id} in (${sql.join(ways, sql` union all `)})`;
}

/** So many of the newest complaints are asked how common a word is: by many, or by most of them. */
const newest = 500;
const many = 25;
const most = 250;

/**
 * The index brings together all that say a word, of every MDA, and for the last word all that begins like it. So a word that is said by
 * nearly everybody is not looked for there but among those that say the others: the last one where many say it, those before it
 * where most do. Which is settled while it runs.
 */
function wayToWords({ all, typed, begun }: Words, fence: SQL, mdaId: string | undefined): SQL {
  const looked = typed === undefined ? all : telling({ all, typed, begun }, fence);
  const said = hasWords(all, looked, mdaId);
  if (mdaId === undefined) return complaintsWhere(sql`${fence} and ${said}`);
  // Apart, for the MDA is one of the words: its own index would be read beside, and tell nothing more.
  return sql`select ${complaint.id} from (select * from ${complaint} where ${said} offset 0) as complaint where ${fence}`;
}

/** Of words: those by which few are found. */
function telling({ all, typed, begun }: Words & { readonly typed: SQL }, fence: SQL): SQL {
  const said = (words: SQL) => sql`count(*) filter (where search @@ ${words})`;
  return sql`(
    select case when ${said(begun)} > ${many} and numnode(${typed}) > 0 then ${typed}
      when ${said(typed)} > ${most} and numnode(${begun}) > 0 then ${begun} else ${all} end
    from (
      select ${complaint.search} from ${complaint} where ${fence} order by ${complaint.submittedAt} desc limit ${newest}
    ) as newest
  )`;
}

const complaintsWhere = (condition: SQL) => sql`select ${complaint.id} from ${complaint} where ${condition}`;

/** The same asked of one complaint after the other, for where there are few. */
export function isSearchedFor(q: string): SQL {
  const { tail, words } = read(q);
  const named =
    words &&
    sql`exists (select from ${account} where ${account.id} = ${complaint.citizenId} and ${isCalled(words.all)})`;
  const ended = tail === undefined ? undefined : hasTail(tail);
  return or(ended, words && sql`${complaint.search} @@ ${words.all}`, named) ?? sql`false`;
}

interface Words {
  readonly all: SQL;
  readonly typed: SQL | undefined;
  readonly begun: SQL;
}

function read(q: string): { tail: string | undefined; words: Words | undefined } {
  const [tail, words] = [trackingTail(q), wordsOf(q)];
  const asked = (it: string) => sql`to_tsquery('simple', ${it})`;
  return {
    tail: tail === undefined ? undefined : `${tail}%`,
    words: words && {
      all: asked(words.all),
      typed: words.typed === undefined ? undefined : asked(words.typed),
      begun: asked(words.begun),
    },
  };
}

const hasTail = (tail: string) => sql`reverse(${complaint.trackingId}) like ${tail}`;
/** What the index found is held against the words themselves: to it, the MDA is one of them. */
const hasWords = (words: SQL, looked: SQL, mdaId: string | undefined) => {
  const asked = mdaId === undefined ? looked : sql`(${looked} && ${ownedBy(mdaId)})`;
  return sql`${ownedWords(complaint)} @@ ${asked} and ${complaint.search} @@ ${words}`;
};
const isCalled = (words: SQL) => sql`${nameWords(account)} @@ ${words}`;
