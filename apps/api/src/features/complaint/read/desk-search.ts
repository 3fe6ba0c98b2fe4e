import { or, type SQL, sql } from 'drizzle-orm';
import { nameWords, shownNameWords } from '../../../db/schema/account-tables.ts';
import { ownedBy, ownedWords } from '../../../db/schema/complaint-tables.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { trackingTail, wordQuery, wordsOf } from '../text/search-words.ts';

/**
 * What an officer looks for: the tail of a tracking id, words of the complaint, or the citizen's name as far as it is shown. Each is a query of
 * its own, so that each has its index; a condition of three `or` would read every row. The fence stands in
 * each of them too, so that a common word reads no more than one MDA. `mdaId`: all that is looked for is with this one.
 */
export function searchFor(q: string, fence: SQL, mdaId: string | undefined, readsNotes: boolean): SQL {
  const ways = waysTo(q, fence, mdaId, readsNotes);
  return ways.length === 0 ? sql`false` : sql`${complaint.id} in (${sql.join(ways, sql` union all `)})`;
}

/** The ids that the indexes find, no more than so many each way: who counts fewer has all of them. */
export function findSome(q: string, fence: SQL, mdaId: string, limit: number): SQL {
  const ways = waysTo(q, fence, mdaId, true).map((way) => sql`(select id from (${way}) as way limit ${limit})`);
  return ways.length === 0 ? sql`select null::uuid as id where false` : sql.join(ways, sql` union all `);
}

function waysTo(q: string, fence: SQL, mdaId: string | undefined, readsNotes: boolean): SQL[] {
  const { tail, words } = read(q);
  const ways: SQL[] = [];
  if (tail) ways.push(complaintsWhere(sql`${fence} and ${hasTail(tail)}`));
  if (words) {
    ways.push(wayToWords(words, fence, mdaId, readsNotes));
    ways.push(
      sql`select ${complaint.id} from ${complaint} join ${account} on ${account.id} = ${complaint.citizenId}
        where ${fence} and ${isCalled(words.name)}`,
    );
  }
  return ways;
}

/** So many of the newest complaints are asked how common a word is: by many, or by most of them. */
const newest = 500;
const many = 25;
const most = 250;

/**
 * The index brings together all that say a word, of every MDA, and for the last word all that begins like it. So a word that is said by
 * nearly everybody is not looked for there but among those that say the others: the last one where many say it, those before it
 * where most do. Which way is taken is settled while it runs; the others cost nothing.
 */
function wayToWords(
  { all, typed, begun, isHex }: Words,
  fence: SQL,
  mdaId: string | undefined,
  readsNotes: boolean,
): SQL {
  const vector = vectorFor(readsNotes);
  const by = (looked: SQL, rest?: SQL) =>
    complaintsWhere(
      sql`${fence} and ${hasWords(looked, mdaId, isHex || !readsNotes ? vector : undefined)}${rest && sql` and ${vector} @@ ${rest}`}`,
    );
  if (typed === undefined) return by(all);
  // Marks that PostgreSQL takes for no word at all lead to nothing.
  const said = (words: SQL, others: SQL, least: number) =>
    sql`count(*) filter (where search @@ ${words}) > ${least} and numnode(${others}) > 0`;
  return sql`select either.id
    from (
      select ${said(begun, typed, many)} as begun, ${said(typed, begun, most)} as typed from (
        select ${vector} as search from ${complaint} where ${fence} order by ${complaint.submittedAt} desc limit ${newest}
      ) as newest
    ) as said, lateral (
      select by_typed.id from (${by(typed, begun)}) as by_typed where said.begun
      union all select by_begun.id from (${by(begun, typed)}) as by_begun where said.typed and not said.begun
      union all select by_all.id from (${by(all)}) as by_all where not said.begun and not said.typed
    ) as either`;
}

const complaintsWhere = (condition: SQL) => sql`select ${complaint.id} from ${complaint} where ${condition}`;

/** The same asked of one complaint after the other, for where there are few. */
export function isSearchedFor(q: string, readsNotes: boolean): SQL {
  const { tail, words } = read(q);
  const named =
    words &&
    sql`exists (select from ${account} where ${account.id} = ${complaint.citizenId} and ${isCalled(words.name)})`;
  const ended = tail === undefined ? undefined : hasTail(tail);
  return or(ended, words && sql`${vectorFor(readsNotes)} @@ ${words.all}`, named) ?? sql`false`;
}

interface Words {
  readonly all: SQL;
  readonly typed: SQL | undefined;
  readonly begun: SQL;
  /** All of them as they are typed: a name has no stem. */
  readonly name: SQL;
  /** To the index, the MDA is a word: what could begin its id is held against the words of the complaint itself. */
  readonly isHex: boolean;
}

function read(q: string): { tail: string | undefined; words: Words | undefined } {
  const [tail, words] = [trackingTail(q), wordsOf(q)];
  return {
    tail: tail === undefined ? undefined : `${tail}%`,
    words: words && {
      all: allOf([...words.typed, words.begun]),
      typed: words.typed.length === 0 ? undefined : allOf(words.typed),
      begun: asked(words.begun),
      name: sql`to_tsquery('simple', ${wordQuery(q)})`,
      isHex: /(?:^|[^\p{L}\p{M}\p{N}])[0-9a-f]+(?:$|[^\p{L}\p{M}\p{N}])/iu.test(q),
    },
  };
}

/** A word as it is typed, or its stem. The last one is looked for as a beginning too, but not its stem. */
const asked = (word: string) =>
  sql`(to_tsquery('simple', ${word}) || to_tsquery('english', ${word.replace(/:\*$/u, '')}))`;
const allOf = (words: readonly string[]) => sql`(${sql.join(words.map(asked), sql` && `)})`;

/** The words that a reader may read: an MDA that a complaint is offered to reads no notes. */
export const vectorFor = (readsNotes: boolean): SQL =>
  sql`(${complaint.search} || ${complaint.conversation}${readsNotes ? sql` || ${complaint.notes}` : sql``})`;

const hasTail = (tail: string) => sql`reverse(${complaint.trackingId}) like ${tail}`;
const hasWords = (words: SQL, mdaId: string | undefined, vector: SQL | undefined) => {
  const asked = mdaId === undefined ? words : sql`(${words} && ${ownedBy(mdaId)})`;
  return sql`${ownedWords(complaint)} @@ ${asked}${vector ? sql` and ${vector} @@ ${words}` : sql``}`;
};
/**
 * What the index of whole names found is held against the words that are shown of them: nobody finds out by searching who it was
 * that complained.
 */
const isCalled = (words: SQL) => sql`${nameWords(account)} @@ ${words} and ${shownNameWords(account)} @@ ${words}`;
