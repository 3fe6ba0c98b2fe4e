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
  const fits = (it: SavedReply) => {
    const text = `${it.title} ${it.text}`.toLocaleLowerCase();
    return (it.category === null || it.category.id === categoryId) && wanted.every((word) => text.includes(word));
  };
  return steps.flatMap((step) => replies.filter((it) => it.step === step && fits(it)));
}
