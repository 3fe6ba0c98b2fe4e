import { asciiDigits, cleanLine, emailForm, isPhoneLike } from '@baraza/contract';
import { and, or, type SQL, sql } from 'drizzle-orm';
import { nameWords, shownNameWords } from '../../../db/schema/account-tables.ts';
import { param } from '../../../db/prepared.ts';
import { ownedBy, ownedWords } from '../../../db/schema/complaint-tables.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { plainWords, trackingTail, wordQuery, wordsOf } from '../../../domain/search-words.ts';
import type { Database } from '../../../db/database.ts';
import { hasPhone } from './caller.store.ts';
import type { IsCommon } from './common-words.ts';
import type { VisibleTo } from '../record/visibility.ts';

/** Complaints and texts that a search covers. */
export interface SearchScope {
  readonly readable: VisibleTo;
  /** Set where all readable complaints belong to this MDA. */
  readonly mdaId: string | undefined;
  /** False for an MDA to which complaints are offered. */
  readonly readsNotes: boolean;
  /** Condition of complaints whose reader sees the identity: there last name, number and e-mail address are found too. */
  readonly identified: SQL;
}

/** Searches tracking IDs, words and names, each by its own index. */
export function searchFor(sought: Sought, scope: SearchScope): SQL {
  const { tail, words, contact } = read(sought);
  const ways = waysTo({ tail, words, contact }, scope);
  return ways.length === 0 ? sql`false` : sql`${complaint.id} in (${sql.join(ways, sql` union all `)})`;
}

/** Finds up to `limit` ids by each index. Words stand in subqueries, so that one plan serves all. */
export function findSome(sought: Sought, scope: SearchScope, limit: number): SQL {
  const { tail, words, contact } = read(sought);
  const ways = waysTo(
    {
      tail: tail && sql`(select ${tail})`,
      words: words && { ...words, looked: sql`(select ${words.looked})`, name: sql`(select ${words.name})` },
      contact,
    },
    scope,
  ).map((way) => sql`(select id from (${way}) as way limit ${limit})`);
  return ways.length === 0 ? sql`select null::uuid as id where false` : sql.join(ways, sql` union all `);
}

function waysTo({ tail, words, contact }: ReturnType<typeof read>, scope: SearchScope): SQL[] {
  const ways: SQL[] = [];
  const sentBy = (
    person: SQL,
  ) => sql`select ${complaint.id} from ${complaint} join ${account} on ${account.id} = ${complaint.citizenId}
    where ${scope.readable} and ${person}`;
  if (tail) ways.push(complaintsWhere(sql`${scope.readable} and ${hasTail(tail)}`));
  if (words) {
    ways.push(wayToWords(words, scope));
    ways.push(sentBy(isCalled(words.name, scope)));
  }
  if (contact) ways.push(sentBy(sql`${contact} and ${scope.identified}`));
  return ways;
}

/** Finds complaints by their words: rare ones in the index, which covers every MDA, common ones in the complaints so found. */
function wayToWords({ looked, rest, isHex }: Words, { readable, mdaId, readsNotes }: SearchScope): SQL {
  const vector = vectorFor(readsNotes);
  const found = hasWords(looked, mdaId, isHex || !readsNotes ? vector : undefined);
  return complaintsWhere(sql`${readable} and ${found}${rest && sql` and ${vector} @@ ${rest}`}`);
}

const complaintsWhere = (condition: SQL) => sql`select ${complaint.id} from ${complaint} where ${condition}`;

/** Searches complaints one by one, where there are few. */
export function isSearchedFor(sought: Sought, scope: SearchScope): SQL {
  const { tail, words, contact } = read(sought);
  const isSentBy = (person: SQL) =>
    sql`exists (select from ${account} where ${account.id} = ${complaint.citizenId} and ${person})`;
  const ways = [
    tail && hasTail(tail),
    words && sql`${vectorFor(scope.readsNotes)} @@ ${words.all}`,
    words && isSentBy(isCalled(words.name, scope)),
    contact && isSentBy(sql`${contact} and ${scope.identified}`),
  ];
  return or(...ways) ?? sql`false`;
}

/** Search words as typed, or as placeholders of a kept statement. */
export interface Sought {
  readonly tail: string | undefined;
  /** Each as typed, the last one as a prefix, and whole for its stem. */
  readonly words: readonly { readonly typed: string; readonly whole: string; readonly isCommon: boolean }[];
  /** All words as they are typed: a name has no stem. */
  readonly name: string | undefined;
  /** Telephone number or e-mail address, as typed. */
  readonly contact: { readonly kind: 'phone' | 'email'; readonly typed: string } | undefined;
  /** Whether a word could be the start of an MDA's id. The index holds those as words: then the complaint itself is compared. */
  readonly isHex: boolean;
}

/** Reads the words of the search box. */
export function soughtBy(q: string, isCommon: IsCommon): Sought {
  return {
    tail: trackingTail(q),
    words: wordsOf(q).map((typed) => ({ typed, whole: typed.replaceAll(':*', ''), isCommon: isCommon(typed) })),
    name: wordQuery(q),
    contact: contactIn(q),
    isHex: /(?:^| )[0-9a-f]+(?: |$)/u.test(plainWords(q).join(' ')),
  };
}

function contactIn(q: string): Sought['contact'] {
  const typed = asciiDigits(cleanLine(q));
  if (/^[^\s@]+@[^\s@]+$/u.test(typed)) return { kind: 'email', typed: emailForm(typed) };
  return isPhoneLike(typed) ? { kind: 'phone', typed } : undefined;
}

/** Replaces the typed words by placeholders; `shape` names the searches that share a statement. */
export function placeholdersFor({ tail, words, name, contact, isHex }: Sought) {
  const sought: Sought = {
    tail: tail && param('tail'),
    words: words.map(({ isCommon }, at) => ({ typed: param(`typed${at}`), whole: param(`whole${at}`), isCommon })),
    name: name && param('name'),
    contact: contact && { ...contact, typed: param('contact') },
    isHex,
  };
  const values: Record<string, string | undefined> = { tail, name, contact: contact?.typed };
  for (const [at, { typed, whole }] of words.entries())
    Object.assign(values, { [`typed${at}`]: typed, [`whole${at}`]: whole });
  const kinds = words.map((word) => (word.isCommon ? 'common' : 'rare'));
  return { sought, values, shape: [tail && 'tail', ...kinds, contact?.kind, isHex && 'hex'].filter(Boolean).join('-') };
}

type Words = NonNullable<ReturnType<typeof read>['words']>;

function read({ tail, words, name, contact, isHex }: Sought) {
  const rare = words.filter(({ isCommon }) => !isCommon);
  const looked = rare.length > 0 ? rare : words;
  const rest = words.filter((word) => !looked.includes(word));
  return {
    tail: tail === undefined ? undefined : sql`${tail}::text`,
    contact: contact && (contact.kind === 'phone' ? hasPhone(sql`${contact.typed}::text`) : hasEmail(contact.typed)),
    words: words[0] && {
      all: allOf(words),
      looked: allOf(looked),
      rest: rest.length > 0 ? allOf(rest) : undefined,
      name: sql`to_tsquery('simple', ${name})`,
      isHex,
    },
  };
}

/** Matches a word as typed or its stem. The last one is a prefix, but not its stem. */
const asked = ({ typed, whole }: Sought['words'][number]) =>
  sql`(to_tsquery('simple', ${typed}) || to_tsquery('english', ${whole}))`;
const allOf = (words: Sought['words']) => sql`(${sql.join(words.map(asked), sql` && `)})`;

const vectorFor = (readsNotes: boolean): SQL =>
  sql`(${complaint.search} || ${complaint.conversation}${readsNotes ? sql` || ${complaint.notes}` : sql``})`;

/** Compares by range, since `like` uses an index for constant patterns only. No tracking ID contains ~. */
export const hasTail = (tail: SQL) =>
  sql`reverse(${complaint.trackingId}) ~>=~ ${tail} and reverse(${complaint.trackingId}) ~<~ (${tail} || '~')`;
/** Matches MDA and words in two conditions. For one, PostgreSQL underestimates the rows and takes the slower index. */
const hasWords = (words: SQL, mdaId: string | undefined, vector: SQL | undefined) =>
  and(
    sql`${ownedWords(complaint)} @@ ${words}`,
    mdaId === undefined ? undefined : sql`${ownedWords(complaint)} @@ ${ownedBy(mdaId)}`,
    vector && sql`${vector} @@ ${words}`,
  );
/** Whether a citizen has this name. Only readers of the identity find them by a masked one. */
const isCalled = (words: SQL, { identified }: SearchScope) =>
  sql`${complaint.identity} = 'named' and ${nameWords(account)} @@ ${words}
    and (${shownNameWords(account)} @@ ${words} or ${identified})`;
const hasEmail = (email: string) => sql`${account.role} = 'citizen' and ${account.email} = ${email}::text`;

/** Number of newest readable complaints that supply the words. */
const newestSaid = sql.raw('300');
/** Least trigram similarity of two words, from 0 to 1: 'metre' and 'meter' have 0.33. */
const leastAlike = 0.3;

/** Replaces unknown words by similar ones from complaints that the reader may see. */
export async function correctWords(db: Database, q: string, { readable, readsNotes }: SearchScope) {
  const typed = plainWords(q).slice(0, 8);
  // Numbers and the ends of tracking IDs are not corrected.
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
