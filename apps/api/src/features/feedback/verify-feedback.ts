import { asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { feedback, feedbackEvent } from '../../db/schema/tables.ts';
import { feedbackDigest, wordsDigest } from './feedback-event.store.ts';

/** Compares the events of feedback with their digests. Calls `fault` with a line for each fault. */
export async function verifyFeedback(db: Database, fault: (line: string) => void): Promise<{ events: number }> {
  const { trackingId, title, description, reply } = feedback;
  const rows = await db
    .select({ event: getTableColumns(feedbackEvent), trackingId, title, description, reply })
    .from(feedbackEvent)
    .innerJoin(feedback, eq(feedback.id, feedbackEvent.feedbackId))
    .orderBy(asc(feedbackEvent.feedbackId), asc(feedbackEvent.seq));
  for (const row of rows) {
    const { event } = row;
    const words = event.action === 'submit' ? [row.title, row.description] : [row.reply];
    const altered = (detail: string) => fault(`${row.trackingId} event ${event.seq} altered: ${detail}`);
    if (!event.digest.equals(feedbackDigest(event, event.contentDigest)))
      altered('what happened does not fit its digest');
    else if (event.salt && !event.contentDigest.equals(wordsDigest(event.salt, words)))
      altered('what was said does not fit its digest');
  }
  return { events: rows.length };
}
