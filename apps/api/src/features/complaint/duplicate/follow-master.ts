import type { Complaint, HistoryEntry } from '@baraza/contract';
import { isOpen, statusOf } from '@baraza/contract/complaint/lifecycle';
import type { Services } from '../../../services.ts';
import { readEvents, toPublicHistory } from '../history/event.store.ts';
import { findMasterOf, nameOfCitizen } from './follower.store.ts';
import { isReply } from '../transition/plan-step.ts';
import { followed } from '../transition/tell-about.ts';
import { takenOut, wordsWithout } from '../../privacy/without-person.ts';

/**
 * A merged complaint as its citizen reads it: with the status, the date and the public answers of the complaint it is
 * handled together with, since then, and nothing of that one's citizen.
 */
export async function followMaster(services: Services, own: Complaint, masterId: string): Promise<Complaint> {
  const master = await findMasterOf(services.db, masterId);
  if (!master) return own;
  const [events, person] = await Promise.all([
    readEvents(services.db, masterId),
    nameOfCitizen(services.db, master.citizenId),
  ]);
  const since = own.history.findLast((it) => it.action === 'merge')?.at ?? '';
  const steps = toPublicHistory(events, master.mda.name)
    .filter((it) => followed.has(it.action) && it.at >= since)
    .map((it): HistoryEntry => wordsWithout(person, { ...it, cycle: own.cycle }));
  const history = [...own.history, ...steps]
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map((it, index) => ({ ...it, id: String(index + 1) }));
  const newest = steps.findLast((it) => isReply(it.action));
  const now = services.clock.now();
  const resting = master.restsUntil !== null && master.restsUntil > now;
  return {
    ...own,
    status: statusOf(own.state, master.state),
    mda: master.mda,
    outcome: master.outcome,
    // The event may have lost all its words where the row lost a name alone.
    reply: (newest?.text === takenOut ? master.reply : newest?.text) ?? own.reply,
    repliedAt: newest?.at ?? own.repliedAt,
    clock: !isOpen(master.state) ? 'stopped' : resting ? 'resting' : 'running',
    dueAt: resting ? null : (master.dueAt?.toISOString() ?? null),
    restsUntil: resting ? (master.restsUntil?.toISOString() ?? null) : null,
    history,
  };
}
