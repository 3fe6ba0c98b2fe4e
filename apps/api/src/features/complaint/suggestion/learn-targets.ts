import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import type { Services } from '../../../services.ts';
import { bucketsIn, suggestTargets } from './suggest-targets.ts';
import {
  countGrams,
  countLearned,
  lockToLearn,
  readLearnedComplaint,
  readOtherTexts,
  saveLearnedComplaint,
} from './suggestion.store.ts';

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
    const count = async (kind: SuggestedKind, targetId: string, by: 1 | -1) => {
      await countLearned(tx, targetId, by);
      // A person counts once, however many complaints hold the word.
      const others = await readOtherTexts(tx, { ...filed, complaintId, kind, targetId });
      const said = new Set(others.flatMap(bucketsIn));
      const buckets = bucketsIn(text).filter((bucket) => !said.has(bucket));
      await countGrams(tx, targetId, buckets, filed.isGuest ? 'guests' : 'citizens', by);
    };
    for (const kind of kinds) {
      const targetId = filed[kind];
      const before = await readLearnedComplaint(tx, complaintId, kind);
      if (before === targetId) continue;
      if (before !== undefined) await count(kind, before, -1);
      const { suggestions } = await suggestTargets(tx, kind, text);
      const isHit = suggestions.length === 0 ? null : suggestions.some(({ target }) => target.id === targetId);
      await count(kind, targetId, 1);
      await saveLearnedComplaint(tx, { complaintId, kind, targetId, isHit, learnedAt: clock.now() });
    }
  });
}
