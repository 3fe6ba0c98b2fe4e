import { and, or, type SQL, sql } from 'drizzle-orm';
import { nameWords, shownNameWords } from '../../../db/schema/account-tables.ts';
import { param } from '../../../db/prepared.ts';
import { ownedBy, ownedWords } from '../../../db/schema/complaint-tables.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { trackingTail, wordQuery, wordsOf } from '../../../domain/search-words.ts';
import type { Database } from '../../../db/database.ts';

/** Where a search looks. */
export interface SearchScope {
  readonly readable: SQL;
  /** All of it is of this MDA. */
  readonly mdaId: string | undefined;
  /** An MDA that a complaint is offered to reads no notes. */
  readonly readsNotes: boolean;
}

/** Searches tracking IDs, words and names, each by its own index. */
export function searchFor(q: string, scope: SearchScope): SQL {
  const { tail, words } = read(soughtBy(q));
  const ways = waysTo(tail, words, scope);
  return ways.length === 0 ? sql`false` : sql`${complaint.id} in (${sql.join(ways, sql` union all `)})`;
}

/** Finds no more ids than so many each way. Words stand in subqueries, so that one plan serves all. */
export function findSome(sought: Sought, scope: SearchScope, limit: number): SQL {
  const { tail, words } = read(sought);
  const ways = waysTo(
    tail && sql`(select ${tail})`,
    words && { ...words, all: sql`(select ${words.all})`, typed: undefined, name: sql`(select ${words.name})` },
    scope,
  ).map((way) => sql`(select id from (${way}) as way limit ${limit})`);
  return ways.length === 0 ? sql`select null::uuid as id where false` : sql.join(ways, sql` union all `);
}

function waysTo(tail: SQL | undefined, words: Words | undefined, scope: SearchScope): SQL[] {
  const ways: SQL[] = [];
  if (tail) ways.push(complaintsWhere(sql`${scope.readable} and ${hasTail(tail)}`));
  if (words) {
    ways.push(wayToWords(words, scope));
    ways.push(
      sql`select ${complaint.id} from ${complaint} join ${account} on ${account.id} = ${complaint.citizenId}
        where ${scope.readable} and ${isCalled(words.name)}`,
    );
  }
  return ways;
}

/** So many of the newest complaints are asked how common a word is: by many, or by most of them. */
const newest = 500;
const many = 25;
const most = 250;

/**
 * Finds complaints by their words, and asks the index for rare words alone: it holds every MDA's complaints. Common words are
 * compared with what the other words found. PostgreSQL chooses the way while it runs; the others cost nothing.
 */
function wayToWords({ all, typed, begun, isHex }: Words, { readable, mdaId, readsNotes }: SearchScope): SQL {
  const vector = vectorFor(readsNotes);
  const by = (looked: SQL, rest?: SQL) =>
    complaintsWhere(
      sql`${readable} and ${hasWords(looked, mdaId, isHex || !readsNotes ? vector : undefined)}${rest && sql` and ${vector} @@ ${rest}`}`,
    );
  if (typed === undefined) return by(all);
  // Marks that PostgreSQL takes for no word at all lead to nothing.
  const said = (words: SQL, others: SQL, least: number) =>
    sql`count(*) filter (where search @@ ${words}) > ${least} and numnode(${others}) > 0`;
  return sql`select either.id
    from (
      select ${said(begun, typed, many)} as begun, ${said(typed, begun, most)} as typed from (
        select ${vector} as search from ${complaint} where ${readable} order by ${complaint.submittedAt} desc limit ${newest}
      ) as newest
    ) as said, lateral (
      select by_typed.id from (${by(typed, begun)}) as by_typed where said.begun
      union all select by_begun.id from (${by(begun, typed)}) as by_begun where said.typed and not said.begun
      union all select by_all.id from (${by(all)}) as by_all where not said.begun and not said.typed
    ) as either`;
}

const complaintsWhere = (condition: SQL) => sql`select ${complaint.id} from ${complaint} where ${condition}`;

/** The same asked of one complaint after the other, for where there are few. */
export function isSearchedFor(sought: Sought, { readsNotes }: SearchScope): SQL {
  const { tail, words } = read(sought);
  const named =
    words &&
    sql`exists (select from ${account} where ${account.id} = ${complaint.citizenId} and ${isCalled(words.name)})`;
  return or(tail && hasTail(tail), words && sql`${vectorFor(readsNotes)} @@ ${words.all}`, named) ?? sql`false`;
}

/** What is looked for: as it was typed, or as placeholders of a kept statement. */
export interface Sought {
  readonly tail: string | undefined;
  /** Each as typed, the last one as a beginning too, and its stem. */
  readonly words: readonly { readonly typed: string; readonly whole: string }[];
  /** All words as they are typed: a name has no stem. */
  readonly name: string | undefined;
  /** To the index, the MDA is a word: what could begin its id is held against the words of the complaint itself. */
  readonly isHex: boolean;
}

/** Reads what was typed into the search box. */
export function soughtBy(q: string): Sought {
  return {
    tail: trackingTail(q),
    words: wordsOf(q).map((typed) => ({ typed, whole: typed.replace(/:\*$/u, '') })),
    name: wordQuery(q),
    isHex: /(?:^|[^\p{L}\p{M}\p{N}])[0-9a-f]+(?:$|[^\p{L}\p{M}\p{N}])/iu.test(q),
  };
}

/** Replaces what was typed by placeholders; `shape` names the searches that have the same ones. */
export function placeholdersFor({ tail, words, name, isHex }: Sought) {
  const sought: Sought = {
    tail: tail && param('tail'),
    words: words.map((_, at) => ({ typed: param(`typed${at}`), whole: param(`whole${at}`) })),
    name: name && param('name'),
    isHex,
  };
  const values: Record<string, string | undefined> = { tail, name };
  for (const [at, { typed, whole }] of words.entries())
    Object.assign(values, { [`typed${at}`]: typed, [`whole${at}`]: whole });
  return { sought, values, shape: [tail && 'tail', words.length, isHex && 'hex'].filter(Boolean).join('-') };
}

type Words = NonNullable<ReturnType<typeof read>['words']>;

function read({ tail, words, name, isHex }: Sought) {
  const [begun, others] = [words.at(-1), words.slice(0, -1)];
  return {
    tail: tail === undefined ? undefined : sql`${tail}::text`,
    words: begun && {
      all: allOf(words),
      typed: others.length === 0 ? undefined : allOf(others),
      begun: asked(begun),
      name: sql`to_tsquery('simple', ${name})`,
      isHex,
    },
  };
}

/** A word as it is typed, or its stem. The last one is looked for as a beginning too, but not its stem. */
const asked = ({ typed, whole }: Sought['words'][number]) =>
  sql`(to_tsquery('simple', ${typed}) || to_tsquery('english', ${whole}))`;
const allOf = (words: Sought['words']) => sql`(${sql.join(words.map(asked), sql` && `)})`;

const vectorFor = (readsNotes: boolean): SQL =>
  sql`(${complaint.search} || ${complaint.conversation}${readsNotes ? sql` || ${complaint.notes}` : sql``})`;

/** A range, since `like` uses an index for known patterns alone. No tracking id has a ~. */
const hasTail = (tail: SQL) =>
  sql`reverse(${complaint.trackingId}) ~>=~ ${tail} and reverse(${complaint.trackingId}) ~<~ (${tail} || '~')`;
/** Asks for MDA and words apart. Together PostgreSQL expects fewer rows than an MDA has, and takes the slower index. */
const hasWords = (words: SQL, mdaId: string | undefined, vector: SQL | undefined) =>
  and(
    sql`${ownedWords(complaint)} @@ ${words}`,
    mdaId === undefined ? undefined : sql`${ownedWords(complaint)} @@ ${ownedBy(mdaId)}`,
    vector && sql`${vector} @@ ${words}`,
  );
/** Compares the index of whole names with the names as shown: a search must not reveal masked names. */
const isCalled = (words: SQL) =>
  sql`${complaint.identity} = 'named' and ${nameWords(account)} @@ ${words} and ${shownNameWords(account)} @@ ${words}`;

/** How many of the newest complaints that the reader may see supply the words. */
const newestSaid = 1000;
/** How alike two words are by their trigrams, from 0 to 1: 'metre' and 'meter' are 0.33. */
const leastAlike = 0.3;

/** Replaces words that nothing says by similar ones of complaints that the reader may see. It reads many rows. */
export async function correctWords(db: Database, q: string, { readable, readsNotes }: SearchScope) {
  const typed = (q.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 8);
  // Numbers and the ends of tracking IDs have no likeness.
  const unsure = typed.filter((word) => /^[\p{L}\p{M}]{4,}$/u.test(word));
  if (unsure.length === 0) return undefined;
  const { rows } = await db.execute<{ typed: string; word: string | null }>(sql`
    with said as materialized (
      select distinct unnest(tsvector_to_array(words)) as word from (
        select ${vectorFor(readsNotes)} as words from ${complaint} where ${readable}
        order by ${complaint.submittedAt} desc limit ${newestSaid}
      ) as newest
    )
    select typed, (
      select word from said
      where starts_with(word, typed) or similarity(word, typed) > ${leastAlike} and abs(length(word) - length(typed)) <= 2
      order by starts_with(word, typed) desc, similarity(word, typed) desc, word limit 1
    ) as word from unnest(${sql.param(unsure)}::text[]) as typed`);
  const likely = new Map(rows.map(({ typed: word, word: other }) => [word, other]));
  const isSaid = (word: string) => likely.get(word)?.startsWith(word) === true;
  const corrected = typed.map((word) => (isSaid(word) ? word : (likely.get(word) ?? word))).join(' ');
  return corrected === typed.join(' ') ? undefined : corrected;
}
