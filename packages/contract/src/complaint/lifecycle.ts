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
const heldStates = ['received', 'in_progress', 'awaiting_citizen'] as const;
const startedStates = ['in_progress', 'awaiting_citizen'] as const;
/** Where a rejection may be proposed and decided. */
const rejectableStates = ['received', 'in_progress'] as const;

const mdaStaff = ['officer', 'supervisor'] as const;
const approvers = ['supervisor', 'oversight'] as const;
const readers = [...mdaStaff, 'oversight'] as const;

const byMda = { by: mdaStaff, visibility: 'public' } as const;
/** Steps of the MDA that the citizen does not read. */
const inside = { by: mdaStaff, visibility: 'internal' } as const;
const byOversight = { by: ['oversight'], visibility: 'public' } as const;

/** The life of a complaint as one table, which server, portal and desk read; nothing else decides. */
const transitions: Record<Action, Transition> = {
  ...citizenTransitions,
  start: { from: ['received'], to: 'in_progress', ...byMda },
  reply: { from: startedStates, to: 'same', ...byMda, needs: ['text'], files: true },
  ask: { from: ['in_progress'], to: 'awaiting_citizen', ...byMda, needs: ['text'], files: true },
  withdrawQuestion: { from: ['awaiting_citizen'], to: 'in_progress', ...byMda },
  resolve: { from: startedStates, to: 'resolved', ...byMda, needs: ['text'], takes: ['outcome'], files: true },
  /** Rejecting takes two: one person proposes, another approves (`reject`) or returns it. A proposal expires when the state changes. */
  proposeRejection: { from: rejectableStates, to: 'same', ...inside, needs: ['reason'], takes: ['text'] },
  reject: { from: rejectableStates, to: 'rejected', by: approvers, visibility: 'public' },
  returnRejection: { from: rejectableStates, to: 'same', by: approvers, visibility: 'internal', needs: ['reason'] },
  upholdAppeal: { from: ['appeal'], to: 'received', ...byOversight, needs: ['reason'], opensCycle: true },
  declineAppeal: { from: ['appeal'], to: 'before', ...byOversight, needs: ['reason'] },
  note: { from: states, to: 'same', by: readers, visibility: 'internal', needs: ['text'], takes: ['mentions'] },
  /** A telephone call with the citizen. With a day, the complaint comes back then, as by `followUp`. */
  call: { from: states, to: 'same', ...inside, needs: ['call'], takes: ['text', 'followUp'] },
  assign: { from: workedStates, to: 'same', ...inside, needs: ['assignee'], takes: ['reason'] },
  /** Adds tags, or takes some off. Tags are words of the office, which no citizen reads. */
  tag: { from: states, to: 'same', ...inside, needs: ['tags'] },
  untag: { from: states, to: 'same', ...inside, needs: ['tags'] },
  prioritise: { from: workedStates, to: 'same', ...inside, needs: ['priority'] },
  /** Back on top of the list of whoever has it, on that day; null ends it. */
  followUp: { from: workedStates, to: 'same', ...inside, needs: ['followUp'] },
  /** Gives it to a unit of the MDA; null: to none. */
  setUnit: { from: states, to: 'same', ...inside, needs: ['unit'] },
  /** Sets custom fields; what a citizen enters while filing is one too. */
  setFields: { from: states, to: 'same', ...inside, needs: ['fields'] },
  categorise: { from: workedStates, to: 'same', ...byMda, needs: ['category'], takes: ['jurisdiction'] },
  extend: {
    from: heldStates,
    to: 'same',
    by: ['supervisor'],
    visibility: 'public',
    needs: ['reason', 'days'],
    most: 2,
  },
  offerTransfer: { from: heldStates, to: 'transfer_offered', ...byMda, quiet: true, needs: ['reason', 'mda'] },
  withdrawTransfer: { from: ['transfer_offered'], to: 'before', ...byMda, quiet: true },
  acceptTransfer: { from: ['transfer_offered'], to: 'received', ...byMda, side: 'offered' },
  declineTransfer: {
    from: ['transfer_offered'],
    to: 'before',
    second: 'transfer_undecided',
    ...byMda,
    side: 'offered',
    quiet: true,
    needs: ['reason'],
  },
  decideTransfer: {
    from: ['transfer_undecided'],
    fromWithoutStaff: [...heldStates, 'transfer_offered'],
    to: 'received',
    ...byOversight,
    needs: ['reason', 'mda'],
  },
  merge: { from: heldStates, to: 'merged', ...byMda, needs: ['parent'] },
  /** Full name and contact data of the citizen: one person asks with a reason, another decides, and the citizen is notified. */
  requestIdentity: { from: states, to: 'same', by: readers, visibility: 'internal', needs: ['reason'] },
  discloseIdentity: { from: states, to: 'same', by: approvers, visibility: 'public', needs: ['requester'] },
  denyIdentity: { from: states, to: 'same', by: approvers, visibility: 'internal', needs: ['requester', 'reason'] },
  /** A member of staff does not see it from now on; the system recuses whom the citizen's words mention. */
  recuse: { from: states, to: 'same', by: [...readers, 'system'], visibility: 'internal', needs: ['person', 'reason'] },
  /** Decides on a mention: the complaint is about them. */
  confirmRecusal: { from: states, to: 'same', by: approvers, visibility: 'internal', needs: ['person'] },
  /** Ends a recusal. It needs a reason too, except where it decides on a mention. */
  liftRecusal: {
    from: states,
    to: 'same',
    by: approvers,
    visibility: 'internal',
    needs: ['person'],
    takes: ['reason'],
  },
  /** Its parent was withdrawn: it goes on by itself. */
  release: { from: ['merged'], to: 'received', by: ['system'], visibility: 'public' },
  remind: { from: workedStates, to: 'same', by: ['system'], visibility: 'internal' },
  escalate: { from: workedStates, to: 'same', by: ['system'], visibility: 'public', quiet: true },
  /** What a rule of the MDA did, all in one step. */
  applyRule: { from: states, to: 'same', by: ['system'], visibility: 'internal' },
};

/** Whether a new round begins with an action. */
export function opensCycle(action: string): boolean {
  return isAction(action) && transitionOf(action).opensCycle === true;
}

/** The transition of an action, widened for code that treats all alike. */
export function transitionOf(action: Action): Transition {
  return transitions[action];
}

/** Whether `role` may take `action` in `state`. `side` matters at MDAs alone; `hasNoStaff`: all staff of the MDA are recused. */
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
export function allowedActions(state: State, role: Mover, side: Side = 'holder', hasNoStaff = false): Action[] {
  return actions.filter((action) => isAllowed(action, state, role, side, hasNoStaff));
}

/** Facts of the present cycle on which the next state depends. */
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
