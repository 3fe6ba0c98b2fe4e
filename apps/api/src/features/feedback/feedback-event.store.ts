import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { hmacSha256, sha256 } from '../../crypto/digest.ts';
import type { Database } from '../../db/database.ts';
import { feedback, feedbackEvent } from '../../db/schema/tables.ts';
import { type Erasing, leaveTombstones } from '../log/tombstone.store.ts';

type FeedbackEvent = typeof feedbackEvent.$inferSelect;
type Facts = Omit<FeedbackEvent, 'salt' | 'contentDigest' | 'digest'>;

/** Records what happened to feedback, for the log; a salted digest covers the words. */
export async function recordFeedbackEvent(db: Database, facts: Facts, words: readonly string[]): Promise<void> {
  const salt = randomBytes(32);
  const contentDigest = wordsDigest(salt, words);
  await db
    .insert(feedbackEvent)
    .values({ ...facts, salt, contentDigest, digest: feedbackDigest(facts, contentDigest) });
}

/** Computes the salted digest of the words of an event. */
export function wordsDigest(salt: Buffer, words: readonly (string | null)[]): Buffer {
  return hmacSha256(salt, JSON.stringify(words));
}

/** Computes the entry of an event in the log. */
export function feedbackDigest({ feedbackId, seq, at, action, actorId }: Facts, contentDigest: Buffer): Buffer {
  return sha256(JSON.stringify([feedbackId, seq, at.toISOString(), action, actorId, contentDigest.toString('hex')]));
}

/** Erases the salts of a citizen's feedback, since its words change. */
export async function eraseFeedbackWords(db: Database, citizenId: string, erasing: Erasing): Promise<void> {
  const own = db.select({ id: feedback.id }).from(feedback).where(eq(feedback.citizenId, citizenId));
  const rows = await db
    .update(feedbackEvent)
    .set({ salt: null })
    .where(and(inArray(feedbackEvent.feedbackId, own), isNotNull(feedbackEvent.salt)))
    .returning({ subject: feedbackEvent.feedbackId, seq: feedbackEvent.seq });
  await leaveTombstones(db, 'feedback', rows, erasing);
}
