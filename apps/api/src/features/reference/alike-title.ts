import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { knownIssue } from '../../db/schema/tables.ts';

/** Least similarity of a title and a known issue by trigrams, 0 to 1. */
const leastAlike = 0.45;

/** Measures how similar a title and a known issue are; compared both ways, since either may be longer. */
export function likeness(title: SQLWrapper | string): SQL {
  const words = sql`${knownIssue.title} || ' ' || ${knownIssue.text}`;
  return sql`greatest(strict_word_similarity(${title}, ${words}), strict_word_similarity(${knownIssue.title}, ${title}))`;
}

/** Whether a title is similar to a known issue. */
export const isAlike = (title: SQLWrapper | string): SQL => sql`${likeness(title)} >= ${leastAlike}`;
