import type { Role } from '../core/role.ts';

/**
 * The life of a complaint as one table. Server, portal and desk read the same rules; nothing else decides
 * what may happen to a complaint.
 */
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
  // Of a merged complaint whose master is not known.
  merged: 'Processing',
};

/** What the citizen reads for a state. A merged complaint has the status of its master, where the caller knows it. */
export function statusOf(state: State, parent?: State | null): Status {
  return statusByState[state === 'merged' && parent ? parent : state];
}

/** The states behind a status, for queries. A merged complaint stands behind that of its master. */
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
/** Open, and nobody else has been asked to take it over. */
const heldStates = ['received', 'in_progress', 'awaiting_citizen'] as const satisfies readonly State[];

export function isOpen(state: State): boolean {
  return (openStates as readonly State[]).includes(state);
}

export function isWorked(state: State): boolean {
  return (workedStates as readonly State[]).includes(state);
}

/** How a complaint was resolved. */
export const outcomes = ['solved', 'partly', 'explained', 'no_fault', 'referred'] as const;
export type Outcome = (typeof outcomes)[number];

/** Which MDA a member of its staff speaks for: the one that has the complaint, or the one it is offered to. */
export type Side = 'holder' | 'offered';
/** Who moves a complaint. The system reminds, escalates and lets go; it has no account. */
export type Mover = Role | 'system';

/** What an action asks for beside the version. */
export type Need =
  | 'files'
  | 'text'
  | 'reason'
  | 'assignee'
  | 'category'
  | 'mda'
  | 'parent'
  | 'days'
  | 'requester'
  | 'person';

export interface Transition {
  readonly from: readonly State[];
  /** From these as well where all staff of the MDA that has it are recused. */
  readonly fromWithoutStaff?: readonly State[];
  /** `same`: the state stays, the event is recorded. `before`: back to the state before the transfer was offered, or the appeal. */
  readonly to: State | 'same' | 'before';
  readonly by: readonly Mover[];
  /** Of officers and supervisors, those of this MDA alone; the holder's unless it says otherwise. */
  readonly side?: Side;
  /** Whether the citizen reads it. A public step by staff notifies and mails the citizen, unless it is `quiet`. */
  readonly visibility: 'public' | 'internal';
  readonly quiet?: true;
  /** What the caller has to give along. */
  readonly needs?: readonly Need[];
  /** Files may go along. */
  readonly files?: true;
  /** A new round of the same complaint begins. */
  readonly opensCycle?: true;
  /** The second time in one cycle it leads here instead. */
  readonly second?: State;
  /** How often at most in one cycle. */
  readonly most?: number;
}

const mdaStaff = ['officer', 'supervisor'] as const;

export const transitions = {
  start: { from: ['received'], to: 'in_progress', by: mdaStaff, visibility: 'public' },
  reply: {
    from: ['in_progress', 'awaiting_citizen'],
    to: 'same',
    by: mdaStaff,
    visibility: 'public',
    needs: ['text'],
    files: true,
  },
  ask: {
    from: ['in_progress'],
    to: 'awaiting_citizen',
    by: mdaStaff,
    visibility: 'public',
    needs: ['text'],
    files: true,
  },
  withdrawQuestion: { from: ['awaiting_citizen'], to: 'in_progress', by: mdaStaff, visibility: 'public' },
  answer: {
    from: ['awaiting_citizen'],
    to: 'in_progress',
    by: ['citizen'],
    visibility: 'public',
    needs: ['text'],
    files: true,
  },
  /** Files at any time, with or without words about them. */
  addEvidence: { from: openStates, to: 'same', by: ['citizen'], visibility: 'public', needs: ['files'], files: true },
  resolve: {
    from: ['in_progress', 'awaiting_citizen'],
    to: 'resolved',
    by: mdaStaff,
    visibility: 'public',
    needs: ['text'],
    files: true,
  },
  /** Rejecting takes two: one person proposes, another approves (`reject`) or returns it. A proposal expires when the state changes. */
  proposeRejection: {
    from: ['received', 'in_progress'],
    to: 'same',
    by: mdaStaff,
    visibility: 'internal',
    needs: ['reason'],
  },
  reject: { from: ['received', 'in_progress'], to: 'rejected', by: ['supervisor', 'oversight'], visibility: 'public' },
  returnRejection: {
    from: ['received', 'in_progress'],
    to: 'same',
    by: ['supervisor', 'oversight'],
    visibility: 'internal',
    needs: ['reason'],
  },
  withdraw: { from: workedStates, to: 'withdrawn', by: ['citizen'], visibility: 'public' },
  reopen: {
    from: ['resolved'],
    to: 'received',
    by: ['citizen'],
    visibility: 'public',
    needs: ['reason'],
    files: true,
    opensCycle: true,
  },
  /** The citizen says that it is solved, and may take that back. Re-opening stays open to them. */
  confirmResolution: { from: ['resolved'], to: 'same', by: ['citizen'], visibility: 'public' },
  revokeConfirmation: { from: ['resolved'], to: 'same', by: ['citizen'], visibility: 'public' },
  /** Once, after a rejection or what was re-opened and resolved again: oversight decides. */
  appeal: { from: ['resolved', 'rejected'], to: 'appeal', by: ['citizen'], visibility: 'public', needs: ['reason'] },
  upholdAppeal: {
    from: ['appeal'],
    to: 'received',
    by: ['oversight'],
    visibility: 'public',
    needs: ['reason'],
    opensCycle: true,
  },
  declineAppeal: { from: ['appeal'], to: 'before', by: ['oversight'], visibility: 'public', needs: ['reason'] },
  note: { from: states, to: 'same', by: [...mdaStaff, 'oversight'], visibility: 'internal', needs: ['text'] },
  assign: { from: workedStates, to: 'same', by: mdaStaff, visibility: 'internal', needs: ['assignee'] },
  /** Corrects the category, the jurisdiction, or both. */
  categorise: { from: workedStates, to: 'same', by: mdaStaff, visibility: 'public', needs: ['category'] },
  extend: {
    from: heldStates,
    to: 'same',
    by: ['supervisor'],
    visibility: 'public',
    needs: ['reason', 'days'],
    most: 2,
  },
  offerTransfer: {
    from: heldStates,
    to: 'transfer_offered',
    by: mdaStaff,
    visibility: 'public',
    quiet: true,
    needs: ['reason', 'mda'],
  },
  withdrawTransfer: { from: ['transfer_offered'], to: 'before', by: mdaStaff, visibility: 'public', quiet: true },
  acceptTransfer: {
    from: ['transfer_offered'],
    to: 'received',
    by: mdaStaff,
    side: 'offered',
    visibility: 'public',
  },
  declineTransfer: {
    from: ['transfer_offered'],
    to: 'before',
    second: 'transfer_undecided',
    by: mdaStaff,
    side: 'offered',
    visibility: 'public',
    quiet: true,
    needs: ['reason'],
  },
  decideTransfer: {
    from: ['transfer_undecided'],
    fromWithoutStaff: [...heldStates, 'transfer_offered'],
    to: 'received',
    by: ['oversight'],
    visibility: 'public',
    needs: ['reason', 'mda'],
  },
  merge: { from: heldStates, to: 'merged', by: mdaStaff, visibility: 'public', needs: ['parent'] },
  /** Full name and contact data of the citizen: one person asks with a reason, another decides, and the citizen is notified. */
  requestIdentity: {
    from: states,
    to: 'same',
    by: [...mdaStaff, 'oversight'],
    visibility: 'internal',
    needs: ['reason'],
  },
  discloseIdentity: {
    from: states,
    to: 'same',
    by: ['supervisor', 'oversight'],
    visibility: 'public',
    needs: ['requester'],
  },
  denyIdentity: {
    from: states,
    to: 'same',
    by: ['supervisor', 'oversight'],
    visibility: 'internal',
    needs: ['requester', 'reason'],
  },
  /** A member of staff does not see it from now on; the system recuses whom the citizen's words mention. */
  recuse: {
    from: states,
    to: 'same',
    by: [...mdaStaff, 'oversight', 'system'],
    visibility: 'internal',
    needs: ['person', 'reason'],
  },
  /** Decides on a mention: the complaint is about them. */
  confirmRecusal: {
    from: states,
    to: 'same',
    by: ['supervisor', 'oversight'],
    visibility: 'internal',
    needs: ['person'],
  },
  /** Ends a recusal. It needs a reason too, except where it decides on a mention. */
  liftRecusal: {
    from: states,
    to: 'same',
    by: ['supervisor', 'oversight'],
    visibility: 'internal',
    needs: ['person'],
  },
  /** Its master was withdrawn: it goes on by itself. */
  release: { from: ['merged'], to: 'received', by: ['system'], visibility: 'public' },
  remind: { from: workedStates, to: 'same', by: ['system'], visibility: 'internal' },
  escalate: { from: workedStates, to: 'same', by: ['system'], visibility: 'public', quiet: true },
} as const satisfies Record<string, Transition>;

/** Why somebody is recused: the citizen's words mention them, or a person said so. */
export const recusalCauses = ['mentioned', 'by_hand'] as const;
export type RecusalCause = (typeof recusalCauses)[number];

/** Hours for which a disclosed identity may be seen. */
export const identityHours = 24;

export type Action = keyof typeof transitions;
export const actions = Object.keys(transitions) as Action[];

export function isAction(name: string): name is Action {
  return Object.hasOwn(transitions, name);
}

/** Whether a new round begins with an action. */
export function opensCycle(action: string): boolean {
  return isAction(action) && transitionOf(action).opensCycle === true;
}

/** The transition of an action, widened for code that treats all alike. */
export function transitionOf(action: Action): Transition {
  return transitions[action];
}

/**
 * Whether `role` may take `action` in `state`. `side` matters for officers and supervisors alone; `hasNoStaff`: all staff of the MDA that
 * has it are recused.
 */
export function isAllowed(
  action: Action,
  state: State,
  role: Mover,
  side: Side = 'holder',
  hasNoStaff: boolean = false,
): boolean {
  const transition = transitionOf(action);
  const starts =
    transition.from.includes(state) || (hasNoStaff && transition.fromWithoutStaff?.includes(state) === true);
  if (!starts || !transition.by.includes(role)) return false;
  return (role !== 'officer' && role !== 'supervisor') || (transition.side ?? 'holder') === side;
}

/** The actions open to `role` in `state`, in the order of the table. */
export function allowedActions(
  state: State,
  role: Mover,
  side: Side = 'holder',
  hasNoStaff: boolean = false,
): Action[] {
  return actions.filter((action) => isAllowed(action, state, role, side, hasNoStaff));
}

/** What has happened in the present cycle, where the next state depends on it. */
export interface Earlier {
  /** The state before the transfer was offered, or before the appeal. */
  readonly stateBefore?: State | null;
  /** How often the action was taken in this cycle. */
  readonly times?: number;
}

/** The state after `action`. */
export function nextState(action: Action, state: State, { stateBefore, times = 0 }: Earlier = {}): State {
  const { to, second } = transitionOf(action);
  if (second && times > 0) return second;
  if (to === 'before') return stateBefore ?? 'received';
  return to === 'same' ? state : to;
}

export function canReopen(complaint: { state: State }): boolean {
  return isAllowed('reopen', complaint.state, 'citizen');
}

/** The survey is taken once for each resolution. */
export function canSurvey(complaint: { state: State; survey: unknown }): boolean {
  return complaint.state === 'resolved' && !complaint.survey;
}

/** Whether the citizen may still say that it is solved. */
export function canConfirm({ state, confirmedAt }: { state: State; confirmedAt: unknown }): boolean {
  return confirmedAt === null && isAllowed('confirmResolution', state, 'citizen');
}

export function canWithdraw(complaint: { state: State }): boolean {
  return isAllowed('withdraw', complaint.state, 'citizen');
}

/** Whether the newest question to the citizen was taken back before an answer came. */
export function isQuestionWithdrawn(history: readonly { readonly action: string }[]): boolean {
  const newest = history.findLast(({ action }) => ['ask', 'answer', 'withdrawQuestion'].includes(action));
  return newest?.action === 'withdrawQuestion';
}

/** Leaves out the questions that were taken back before an answer came. */
export function withoutWithdrawnQuestions<E extends { readonly action: string }>(history: readonly E[]): E[] {
  return history.filter((event, index) => {
    if (event.action !== 'ask') return true;
    const next = history.slice(index + 1).find(({ action }) => ['ask', 'answer', 'withdrawQuestion'].includes(action));
    return next?.action !== 'withdrawQuestion';
  });
}

export function canAddEvidence(complaint: { state: State }): boolean {
  return isAllowed('addEvidence', complaint.state, 'citizen');
}

export function canAnswer(complaint: { state: State }): boolean {
  return isAllowed('answer', complaint.state, 'citizen');
}
