import type { Action, NewsKind } from '@baraza/contract';
import type { Database } from '../../../db/database.ts';
import type { Services } from '../../../services.ts';
import { notifyStaff } from '../../notification/notify-staff.ts';
import type { PastEvent } from '../history/event.store.ts';
import type { Transitioned } from './notify-transition.ts';

type Step = Transitioned & { readonly past: readonly PastEvent[] };
/** A kind of news, and whom the step names. */
type Told = readonly [kind: NewsKind, ...named: (string | null | undefined)[]];

const newsOfAction: Partial<Record<Action, (step: Step) => readonly Told[]>> = {
  assign: () => [['assigned']],
  answer: () => [['answered']],
  addEvidence: () => [['evidenceAdded']],
  // The step has taken the assignment off.
  reopen: ({ before, past }) => [['reopened', before.assigneeId ?? actorOfLast(past, 'resolve')]],
  appeal: () => [['appealed']],
  upholdAppeal: ({ past }) => [['appealUpheld', actorOfLast(past, 'resolve', 'proposeRejection')]],
  note: ({ command }) => [['mentioned', ...(command.mentions ?? [])]],
  offerTransfer: () => [['transferOffered']],
  declineTransfer: ({ after, past }) => {
    const declined = ['transferDeclined', actorOfLast(past, 'offerTransfer')] as const;
    return after.state === 'transfer_undecided' ? [declined, ['transferUndecided']] : [declined];
  },
  recuse: ({ caller, before, after }) =>
    before.assigneeId === caller.accountId && after.recusedStaff.includes(caller.accountId) ? [['givenUp']] : [],
  proposeRejection: () => [['rejectionProposed']],
  reject: ({ before }) => [['rejectionApproved', before.rejectionProposedBy]],
  returnRejection: ({ before }) => [['rejectionReturned', before.rejectionProposedBy]],
  requestIdentity: () => [['identityRequested']],
  discloseIdentity: ({ command }) => [['identityDisclosed', command.requester]],
  denyIdentity: ({ command }) => [['identityDenied', command.requester]],
};

/** Notifies staff of a step by a citizen or a colleague. */
export async function notifyStaffOfStep(tx: Database, services: Services, step: Step): Promise<void> {
  const { command, before, event } = step;
  const about = { complaint: before, actorId: event.actorId, step: event.seq, at: event.at };
  for (const [kind, ...people] of newsOfAction[command.action]?.(step) ?? []) {
    const named = people.filter((id) => typeof id === 'string');
    await notifyStaff(tx, services, { ...about, kind, named });
  }
}

function actorOfLast(past: readonly PastEvent[], ...actions: readonly string[]): string | null | undefined {
  return past.findLast(({ action }) => actions.includes(action))?.actorId;
}
