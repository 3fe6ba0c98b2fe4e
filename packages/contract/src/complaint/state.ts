import type { Role } from '../core/role.ts';

export const states = [
  'received',
  'transfer_offered',
  'transfer_undecided',
  'in_progress',
  'awaiting_citizen',
  'appeal',
  'resolved',
  'withdrawn',
  'rejected',
  'merged',
] as const;
export type State = (typeof states)[number];

/** How somebody reached the staff who filed a complaint for them. */
export const counterSources = ['counter', 'telephone', 'letter', 'village_centre', 'email'] as const;
/** How complaints are filed. */
export const sources = ['portal', 'sms', 'ussd', 'whatsapp', 'open311', 'import', ...counterSources] as const;
export type Source = (typeof sources)[number];

export const statuses = ['Resolved', 'Processing', 'Pending', 'Canceled'] as const;
export type Status = (typeof statuses)[number];

const statusByState: Record<State, Status> = {
  received: 'Pending',
  transfer_offered: 'Pending',
  transfer_undecided: 'Pending',
  in_progress: 'Processing',
  awaiting_citizen: 'Processing',
  appeal: 'Processing',
  resolved: 'Resolved',
  withdrawn: 'Canceled',
  rejected: 'Canceled',
  // For a merged complaint whose parent is unknown.
  merged: 'Processing',
};

/** Returns the citizen's word for a state. A merged complaint has its parent's status, if passed. */
export function statusOf(state: State, parent?: State | null): Status {
  return statusByState[state === 'merged' && parent ? parent : state];
}

/** The states behind a status, for queries. A merged complaint stands behind that of its parent. */
export function statesOf(status: Status): State[] {
  return states.filter((state) => state !== 'merged' && statusByState[state] === status);
}

/** Open, and with an MDA. */
export const workedStates = [
  'received',
  'transfer_offered',
  'transfer_undecided',
  'in_progress',
  'awaiting_citizen',
] as const satisfies readonly State[];
export const openStates = [...workedStates, 'appeal'] as const satisfies readonly State[];

export function isOpen(state: State): boolean {
  return (openStates as readonly State[]).includes(state);
}

export function isWorked(state: State): boolean {
  return (workedStates as readonly State[]).includes(state);
}

/** How a complaint was resolved. */
export const outcomes = ['solved', 'partly', 'explained', 'no_fault', 'referred'] as const;
export type Outcome = (typeof outcomes)[number];

/** How a telephone call went: they called, or we did. */
export const calls = ['called_us', 'reached', 'no_answer'] as const;
export type PhoneCall = (typeof calls)[number];

/** How urgent an office calls a complaint, from the least. */
export const priorities = ['normal', 'high', 'emergency'] as const;
export type Priority = (typeof priorities)[number];

/** Actions on a filed complaint, in the order of the desk. */
export const actions = [
  'start',
  'reply',
  'ask',
  'withdrawQuestion',
  'answer',
  'addEvidence',
  'resolve',
  'proposeRejection',
  'reject',
  'returnRejection',
  'withdraw',
  'reopen',
  'confirmResolution',
  'revokeConfirmation',
  'appeal',
  'upholdAppeal',
  'declineAppeal',
  'note',
  'call',
  'assign',
  'tag',
  'untag',
  'prioritise',
  'followUp',
  'setUnit',
  'setFields',
  'categorise',
  'extend',
  'offerTransfer',
  'withdrawTransfer',
  'acceptTransfer',
  'declineTransfer',
  'decideTransfer',
  'merge',
  'requestIdentity',
  'discloseIdentity',
  'denyIdentity',
  'recuse',
  'confirmRecusal',
  'liftRecusal',
  'release',
  'remind',
  'escalate',
  'applyRule',
] as const;
export type Action = (typeof actions)[number];

export function isAction(name: string): name is Action {
  return (actions as readonly string[]).includes(name);
}

/** The survey is taken once for each resolution. */
export function canSurvey(complaint: { state: State; survey: unknown }): boolean {
  return complaint.state === 'resolved' && !complaint.survey;
}

/** Why somebody is recused: the citizen's words mention them, or a person said so. */
export const recusalCauses = ['mentioned', 'by_hand'] as const;
export type RecusalCause = (typeof recusalCauses)[number];

/** Hours for which a disclosed identity may be seen. */
export const identityHours = 24;

/** Which MDA a member of its staff speaks for: the one that has the complaint, or the one it is offered to. */
export type Side = 'holder' | 'offered';
/** Actors that move a complaint. The system reminds, escalates and releases; it has no account. */
export type Mover = Role | 'system';

/** Input of an action beside the version. */
export type Need =
  | 'files'
  | 'text'
  | 'call'
  | 'reason'
  | 'assignee'
  | 'category'
  | 'mda'
  | 'parent'
  | 'days'
  | 'requester'
  | 'person'
  | 'tags'
  | 'priority'
  | 'followUp'
  | 'unit'
  | 'fields';

export interface Transition {
  readonly from: readonly State[];
  /** From these as well where all staff of the MDA that has it are recused. */
  readonly fromWithoutStaff?: readonly State[];
  /** `same`: the state stays, the event is recorded. `before`: back to the state before the transfer was offered, or the appeal. */
  readonly to: State | 'same' | 'before';
  readonly by: readonly Mover[];
  /** The MDA whose officers and supervisors may act; by default the one that has the complaint. */
  readonly side?: Side;
  /** Whether the citizen reads it. A public step by staff notifies and mails the citizen, unless it is `quiet`. */
  readonly visibility: 'public' | 'internal';
  readonly quiet?: true;
  readonly needs?: readonly Need[];
  /** What may come with it besides; being held and files bring more. */
  readonly takes?: readonly (Need | 'outcome' | 'mentions' | 'jurisdiction')[];
  readonly files?: true;
  readonly opensCycle?: true;
  /** The second time in one cycle it leads here instead. */
  readonly second?: State;
  /** How often at most in one cycle. */
  readonly most?: number;
}
