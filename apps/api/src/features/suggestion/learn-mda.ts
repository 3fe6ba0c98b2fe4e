import type { Services } from '../../services.ts';
import { bucketsOf, wordsOf } from './grams.ts';
import { suggestMdas } from './suggest-mdas.ts';
import { addLearned, findResolved, insertTest } from './suggestion.store.ts';

/**
 * Learns which MDA resolved a complaint; before that, it notes whether the suggestion for it would have been right. Only then are
 * transfers and corrections over.
 */
export async function learnMda({ db, clock }: Services, { complaintId }: { complaintId: string }): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await findResolved(tx, complaintId);
    // Words that stand for a recording say nothing.
    if (!found || found.descriptionText.startsWith('Spoken statement, ')) return;
    const text = `${found.title} ${found.descriptionText}`;
    const { suggestions } = await suggestMdas(tx, text);
    if (suggestions[0]) await insertTest(tx, suggestions[0].mda.id === found.mdaId, clock.now());
    await addLearned(tx, found.mdaId, [...new Set(wordsOf(text).flatMap((word) => bucketsOf(word)))]);
  });
}
