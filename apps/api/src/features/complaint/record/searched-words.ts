import type { Action } from '@baraza/contract/complaint/lifecycle';
import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, complaintEvent } from '../../../db/schema/tables.ts';
import type { SealedEvent } from './sealed-event.ts';

/** Steps whose words every reader may search, and those for the MDA and oversight only. */
const searched = {
  conversation: [
    ...(['reply', 'ask', 'answer', 'resolve', 'reject', 'reopen', 'withdraw', 'extend'] as const),
    ...(['appeal', 'upholdAppeal', 'declineAppeal'] as const),
  ],
  notes: ['note', 'call', 'setFields', 'proposeRejection', 'returnRejection'],
} as const satisfies Record<string, readonly Action[]>;

/** Bytes after which words of new steps are no longer searchable: a tsvector has a limit of one megabyte. */
const mostBytes = 250_000;

/** Adds the words of a new step to the search columns of its complaint. */
export function withWords({ action, text, reason }: SealedEvent): { conversation?: SQL; notes?: SQL } {
  const words = [text, reason].filter(Boolean).join(' ');
  const isIn = (actions: readonly string[]) => words !== '' && actions.includes(action);
  return {
    ...(isIn(searched.conversation) && { conversation: added(complaint.conversation, words) }),
    ...(isIn(searched.notes) && { notes: added(complaint.notes, words) }),
  };
}

const added = (column: SQLWrapper, words: string) =>
  sql`case when octet_length(${column}::text) > ${mostBytes} then ${column} else ${column} || strip(search_words(${words})) end`;

/** Joins the words of all steps for the search columns of a complaint. */
export function searchedTexts(events: readonly SealedEvent[]) {
  const wordsIn = (actions: readonly string[]) => {
    const found = events.filter(({ action }) => actions.includes(action));
    const words = found.flatMap(({ text, reason }) => [text, reason].filter(Boolean));
    return words.join(' ').slice(0, mostBytes);
  };
  return { conversation: wordsIn(searched.conversation), notes: wordsIn(searched.notes) };
}

/** Rebuilds the search columns of complaints after a redaction. */
export async function refreshWords(db: Database, complaintIds: SQLWrapper): Promise<void> {
  const wordsIn = (actions: readonly string[]) => sql`(select strip(search_words(words)) from (
    select coalesce(left(string_agg(concat_ws(' ', e.text, e.reason), ' '), ${mostBytes}), '') as words
    from ${complaintEvent} e where e.complaint_id = ${complaint.id} and e.action = any(${sql.param(actions)})) as all_words)`;
  await db
    .update(complaint)
    .set({ conversation: wordsIn(searched.conversation), notes: wordsIn(searched.notes) })
    .where(inArray(complaint.id, complaintIds));
}
