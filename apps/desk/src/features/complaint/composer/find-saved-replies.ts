import type { SavedReply, SavedReplyStep } from '@baraza/contract';

interface Wanted {
  readonly categoryId: string;
  /** The steps that can be taken now, the likeliest first. */
  readonly steps: readonly SavedReplyStep[];
  readonly words: string;
}

/** Filters saved replies by words, ignoring case; those of the likeliest step come first. */
export function findSavedReplies(replies: readonly SavedReply[], { categoryId, steps, words }: Wanted): SavedReply[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
  const fits = (reply: SavedReply) => {
    const text = `${reply.title} ${reply.text}`.toLocaleLowerCase();
    return (reply.category === null || reply.category.id === categoryId) && wanted.every((word) => text.includes(word));
  };
  return steps.flatMap((step) => replies.filter((reply) => reply.step === step && fits(reply)));
}
