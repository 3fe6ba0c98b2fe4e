import { citizenTransitions } from './citizen-action.ts';
import {
  type Action,
  actions,
  isAction,
  type Mover,
  type Side,
  type State,
  states,
  type Transition,
  workedStates,
} from './state.ts';

export * from './state.ts';
export * from './citizen-action.ts';

/** Open, and nobody else has been asked to take it over. */
const heldStates = ['received', 'in_progress', 'awaiting_citizen'] as const satisfies readonly State[];
const mdaStaff = ['officer', 'supervisor'] as const;

/** The life of a complaint as one table, which server, portal and desk read; nothing else decides. */
export const transitions = {
  ...citizenTransitions,
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
  /** Its parent was withdrawn: it goes on by itself. */
  release: { from: ['merged'], to: 'received', by: ['system'], visibility: 'public' },
  remind: { from: workedStates, to: 'same', by: ['system'], visibility: 'internal' },
  escalate: { from: workedStates, to: 'same', by: ['system'], visibility: 'public', quiet: true },
} as const satisfies Record<Action, Transition>;

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
