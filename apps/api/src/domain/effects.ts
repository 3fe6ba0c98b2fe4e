import type { Action, RuleEvent, StaffEmailKind } from '@baraza/contract';
import { transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { SuggestedKind } from '@baraza/contract/complaint/suggestion';
import type { EventDatum } from '../db/schema/complaint-tables.ts';
import type { Actor } from './actor.ts';
import type { ComplaintState } from './apply-transition.ts';
import type { Step } from './step.ts';

/** Effect of a step of a complaint. `engagement/carry-out.ts` carries it out in the transaction of the step. */
export type Effect = NotifyCitizen | NotifyStaff | LearnTargets | ApplyRules;

/** Notifies and mails a complaint's citizen, and those of duplicates that share the step. */
export interface NotifyCitizen {
  readonly effect: 'notifyCitizen';
  readonly complaint: NotifiedComplaint;
  readonly event: TakenEvent;
  /** The MDA that the news names; null: oversight. */
  readonly officeId: string | null;
}

/** Notifies the staff whom an event concerns, by bell and mail. */
export interface NotifyStaff {
  readonly effect: 'notifyStaff';
  readonly kind: StaffEmailKind;
  readonly complaint: { readonly id: string; readonly trackingId: string };
  /** Caused the event and is not notified; null: the system or a citizen. */
  readonly actorId: string | null;
  /** Accounts notified as the audience 'named'. */
  readonly named?: readonly string[];
  /** Position of the event in the history; null where it has none. */
  readonly step: number | null;
  readonly at: Date;
  /** One of many steps taken at once: each of the staff gets one mail for all. */
  readonly inBulk?: boolean;
}

/** Learns MDA or category of a complaint for later suggestions. */
interface LearnTargets {
  readonly effect: 'learnTargets';
  readonly complaintId: string;
  readonly kinds: readonly SuggestedKind[];
}

/** Runs the rules of the MDA that has a complaint. */
export interface ApplyRules {
  readonly effect: 'applyRules';
  readonly event: RuleEvent;
  readonly complaintId: string;
  readonly mdaId: string;
  /** That of the rules, where it is known. */
  readonly version?: number;
}

/** A complaint as its citizen is notified of it. */
export interface NotifiedComplaint {
  readonly id: string;
  readonly trackingId: string;
  readonly title: string;
  readonly citizenId: string;
  readonly citizenEmail: string;
  readonly mdaId: string;
  readonly mdaName: string;
}

/** The event of a step, as notifications need it. */
export interface TakenEvent {
  readonly complaintId: string;
  readonly seq: number;
  readonly at: Date;
  readonly action: 'submit' | Action;
  readonly actorId: string | null;
  readonly text: string | null;
  readonly reason: string | null;
  readonly data: Readonly<Record<string, EventDatum>> | null;
}

/** A step that was written, with the state before and after it. */
interface TakenStep {
  readonly actor: Actor;
  readonly step: Step;
  readonly before: ComplaintState & NotifiedComplaint & { readonly rulesVersion: number };
  readonly after: ComplaintState;
  readonly event: TakenEvent;
  /** Events before the step, oldest first. */
  readonly past: readonly PastActor[];
}

interface PastActor {
  readonly action: string;
  readonly actorId: string | null;
}

/** Steps of a parent that its duplicates share. A question is for the citizen of the parent alone. */
export const sharedSteps: ReadonlySet<TakenEvent['action']> = new Set([
  'start',
  'reply',
  'extend',
  'resolve',
  'reject',
]);

/** Lists the effects of a step by a person. */
export function effectsOf(taken: TakenStep): Effect[] {
  const { step, before, event } = taken;
  const { visibility, quiet } = transitionOf(step.action);
  const isNews = taken.actor.role !== 'citizen' && visibility === 'public' && !quiet;
  const kinds = targetsLearnedFrom[step.action];
  return [
    ...(isNews ? [{ effect: 'notifyCitizen' as const, complaint: before, event, officeId: officeOf(taken) }] : []),
    ...staffEffects(taken),
    ...rulesFor(taken),
    ...(kinds ? [{ effect: 'learnTargets' as const, complaintId: before.id, kinds }] : []),
  ];
}

function rulesFor({ before, after }: TakenStep): ApplyRules[] {
  const base = { effect: 'applyRules', event: 'changed', complaintId: before.id, mdaId: after.mdaId } as const;
  if (after.mdaId !== before.mdaId) return [base];
  return before.rulesVersion > 0 ? [{ ...base, version: before.rulesVersion }] : [];
}

/** Returns the office that a step is about: for a disclosed identity the one that may read it. */
function officeOf({ step, after, event }: TakenStep): string | null {
  if (step.action !== 'discloseIdentity') return after.mdaId;
  const reader = event.data?.['mda'];
  return typeof reader === 'string' ? reader : null;
}

type StaffMail = readonly [kind: StaffEmailKind, ...named: (string | null | undefined)[]];

function staffEffects(taken: TakenStep): NotifyStaff[] {
  const { step, before, event } = taken;
  const about = { complaint: before, actorId: event.actorId, step: event.seq, at: event.at };
  return (staffMails[step.action]?.(taken) ?? []).map(([kind, ...people]) => {
    const named = people.filter((id) => typeof id === 'string');
    return { effect: 'notifyStaff', ...about, kind, named };
  });
}

const staffMails: Partial<Record<Action, (taken: TakenStep) => readonly StaffMail[]>> = {
  assign: () => [['assigned']],
  answer: () => [['answered']],
  addEvidence: () => [['evidenceAdded']],
  // The step has removed the assignee.
  reopen: ({ before, past }) => [['reopened', before.assigneeId ?? actorOfLast(past, 'resolve')]],
  appeal: () => [['appealed']],
  upholdAppeal: ({ past }) => [['appealUpheld', actorOfLast(past, 'resolve', 'proposeRejection')]],
  note: ({ step }) => [['mentioned', ...(step.mentions ?? [])]],
  offerTransfer: () => [['transferOffered']],
  declineTransfer: ({ after, past }) => {
    const declined = ['transferDeclined', actorOfLast(past, 'offerTransfer')] as const;
    return after.state === 'transfer_undecided' ? [declined, ['transferUndecided']] : [declined];
  },
  recuse: ({ actor, before, after }) =>
    before.assigneeId === actor.accountId && after.recusedStaff.includes(actor.accountId) ? [['givenUp']] : [],
  // Nobody alone lets somebody read more; the recusal can be made again.
  liftRecusal: () => [['recusalLifted']],
  proposeRejection: () => [['rejectionProposed']],
  reject: ({ before }) => [['rejectionApproved', before.rejectionProposedBy]],
  returnRejection: ({ before }) => [['rejectionReturned', before.rejectionProposedBy]],
  requestIdentity: () => [['identityRequested']],
  discloseIdentity: ({ step }) => [['identityDisclosed', step.requester]],
  denyIdentity: ({ step }) => [['identityDenied', step.requester]],
};

function actorOfLast(past: readonly PastActor[], ...actions: readonly string[]): string | null | undefined {
  return past.findLast(({ action }) => actions.includes(action))?.actorId;
}

/** Steps that prove the MDA of a complaint, its category or both to be right. */
const targetsLearnedFrom: Partial<Record<Action, readonly SuggestedKind[]>> = {
  resolve: ['mda', 'category'],
  acceptTransfer: ['mda'],
  decideTransfer: ['mda'],
  categorise: ['category'],
};
