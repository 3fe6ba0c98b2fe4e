import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import type { Services } from '../../../services.ts';
import { bucketsOf, suggestTargets, wordsOf } from './suggest-targets.ts';
import { countLearned, lockToLearn, readLearnedComplaint, saveLearnedComplaint } from './suggestion.store.ts';

/** Learns MDA or category of a complaint instead of its former one. Records whether it would have been suggested. */
export async function learnTargets(
  { db, clock }: Services,
  { complaintId, kinds }: { complaintId: string; kinds: readonly SuggestedKind[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const filed = await lockToLearn(tx, complaintId);
    // The text that stands for a recording teaches nothing.
    if (!filed || filed.descriptionText.startsWith('Spoken statement, ')) return;
    const text = `${filed.title} ${filed.descriptionText}`;
    const buckets = [...new Set(wordsOf(text).flatMap((word) => bucketsOf(word)))];
    for (const kind of kinds) {
      const targetId = filed[kind];
      const before = await readLearnedComplaint(tx, complaintId, kind);
      if (before === targetId) continue;
      if (before !== undefined) await countLearned(tx, before, buckets, -1);
      const { suggestions } = await suggestTargets(tx, kind, text);
      const isHit = suggestions.length === 0 ? null : suggestions.some(({ target }) => target.id === targetId);
      await countLearned(tx, targetId, buckets, 1);
      await saveLearnedComplaint(tx, { complaintId, kind, targetId, isHit, learnedAt: clock.now() });
    }
  });
}
