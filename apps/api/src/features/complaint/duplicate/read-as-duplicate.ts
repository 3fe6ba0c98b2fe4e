import { type Complaint, type HistoryEntry, isOpen, statusOf } from '@baraza/contract';
import type { Services } from '../../../services.ts';
import { readEvents, toPublicHistory } from '../history/event.store.ts';
import { findParentOf, nameOfCitizen } from './duplicate.store.ts';
import { isReply } from '../transition/apply-transition.ts';
import { sharedSteps } from '../transition/notify-transition.ts';
import { redactedMark, redactStep } from '../../privacy/redact-person.ts';

/**
 * A merged complaint as its citizen reads it: with the status, the date and the public answers of the complaint it is
 * handled together with, since then, and nothing of that one's citizen.
 */
export async function readAsDuplicate(services: Services, own: Complaint, parentId: string): Promise<Complaint> {
  const parent = await findParentOf(services.db, parentId);
  if (!parent) return own;
  const [events, person] = await Promise.all([
    readEvents(services.db, parentId),
    nameOfCitizen(services.db, parent.citizenId),
  ]);
  const since = own.history.findLast((it) => it.action === 'merge')?.at ?? '';
  const steps = toPublicHistory(events, parent.mda.name)
    .filter((it) => sharedSteps.has(it.action) && it.at >= since)
    .map((it): HistoryEntry => redactStep(person, { ...it, cycle: own.cycle }));
  const history = [...own.history, ...steps]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((it, index) => ({ ...it, id: String(index + 1) }));
  const newest = steps.findLast((it) => isReply(it.action));
  const now = services.clock.now();
  const paused = parent.pausedUntil !== null && parent.pausedUntil > now;
  return {
    ...own,
    status: statusOf(own.state, parent.state),
    mda: parent.mda,
    outcome: parent.outcome,
    // The event may have lost all its words where the row lost a name alone.
    reply: (newest?.text === redactedMark ? parent.reply : newest?.text) ?? own.reply,
    repliedAt: newest?.at ?? own.repliedAt,
    timer: !isOpen(parent.state) ? 'stopped' : paused ? 'paused' : 'running',
    dueAt: paused ? null : (parent.dueAt?.toISOString() ?? null),
    pausedUntil: paused ? (parent.pausedUntil?.toISOString() ?? null) : null,
    history,
  };
}
