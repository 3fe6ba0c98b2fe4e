import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint } from '../../../db/schema/tables.ts';
import { vectorFor } from './desk-search.ts';

/** How many of the newest complaints that the reader may see supply the words. */
const newest = 1000;
/** How alike two words are by their trigrams, from 0 to 1: 'metre' and 'meter' are 0.33. */
const leastAlike = 0.3;

/**
 * Replaces words that nothing says by the most similar ones; undefined where that changes nothing. They come from complaints that
 * the reader may see alone, so that nothing is learnt of others. Call it only where nothing was found: it reads many rows.
 */
export async function correctWords(
  db: Database,
  q: string,
  area: SQL,
  readsNotes: boolean,
): Promise<string | undefined> {
  const typed = (q.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, 8);
  // Numbers and the ends of tracking IDs have no likeness.
  const unsure = typed.filter((word) => /^[\p{L}\p{M}]{4,}$/u.test(word));
  if (unsure.length === 0) return undefined;
  const { rows } = await db.execute<{ typed: string; word: string | null }>(sql`
    with said as materialized (
      select distinct unnest(tsvector_to_array(words)) as word from (
        select ${vectorFor(readsNotes)} as words from ${complaint} where ${area}
        order by ${complaint.submittedAt} desc limit ${newest}
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
