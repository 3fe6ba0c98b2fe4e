import type { SavedReply, SavedReplyStep } from '@baraza/contract';
import { hasWords } from '@baraza/app';

interface Wanted {
  readonly categoryId: string;
  readonly steps: readonly SavedReplyStep[];
  readonly words: string;
}

/** Filters saved replies by words, ignoring case; those of the likeliest step come first. */
export function findSavedReplies(replies: readonly SavedReply[], { categoryId, steps, words }: Wanted): SavedReply[] {
  const fits = ({ title, text, category }: SavedReply) =>
    (category === null || category.id === categoryId) && hasWords(`${title} ${text}`, words);
  return steps.flatMap((step) => replies.filter((reply) => reply.step === step && fits(reply)));
}
