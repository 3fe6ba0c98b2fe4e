import { describe, expect, test } from 'vitest';
import {
  actions,
  allowedActions,
  canAnswer,
  canReopen,
  canSurvey,
  canWithdraw,
  isAction,
  isAllowed,
  isOpen,
  isWorked,
  nextState,
  states,
  statesOf,
  statuses,
  statusOf,
  transitionOf,
  type Action,
  type State,
} from './lifecycle.ts';
import { anyRole, type Role } from '../core/role.ts';

/** The rules as the decisions state them, written out once more so that no slip in the table goes unseen. */
const expected: Record<
  State,
  Record<'officer' | 'supervisor' | 'offered' | 'citizen' | 'oversight' | 'system', Action[]>
> = {
  received: {
    officer: ['start', 'proposeRejection', 'note', 'assign', 'categorise', 'offerTransfer', 'merge', 'recuse'],
    supervisor: [
      'start',
      'proposeRejection',
      'reject',
      'returnRejection',
      'note',
      'assign',
      'categorise',
      'extend',
      'offerTransfer',
      'merge',
      'recuse',
      'confirmRecusal',
      'liftRecusal',
    ],
    offered: [],
    citizen: ['addEvidence', 'withdraw'],
    oversight: ['reject', 'returnRejection', 'note', 'recuse', 'confirmRecusal', 'liftRecusal'],
    system: ['recuse', 'remind', 'escalate'],
  },
  transfer_offered: {
    officer: ['note', 'assign', 'categorise', 'withdrawTransfer', 'recuse'],
    supervisor: ['note', 'assign', 'categorise', 'withdrawTransfer', 'recuse', 'confirmRecusal', 'liftRecusal'],
    offered: ['acceptTransfer', 'declineTransfer'],
    citizen: ['addEvidence', 'withdraw'],
    oversight: ['note', 'recuse', 'confirmRecusal', 'liftRecusal'],
    system: ['recuse', 'remind', 'escalate'],
  },
  transfer_undecided: {
    officer: ['note', 'assign', 'categorise', 'recuse'],
    supervisor: ['note', 'assign', 'categorise', 'recuse', 'confirmRecusal', 'liftRecusal'],
    offered: [],
    citizen: ['addEvidence', 'withdraw'],
    oversight: ['note', 'decideTransfer', 'recuse', 'confirmRecusal', 'liftRecusal'],
    system: ['recuse', 'remind', 'escalate'],
  },
  in_progress: {
    officer: [
      'reply',
      'ask',
      'resolve',
      'proposeRejection',
      'note',
      'assign',
      'categorise',
      'offerTransfer',
      'merge',
      'recuse',
    ],
    supervisor: [
      'reply',
      'ask',
      'resolve',
      'proposeRejection',
      'reject',
      'returnRejection',
      'note',
      'assign',
      'categorise',
      'extend',
      'offerTransfer',
      'merge',
      'recuse',
      'confirmRecusal',
      'liftRecusal',
    ],
    offered: [],
    citizen: ['addEvidence', 'withdraw'],
    oversight: ['reject', 'returnRejection', 'note', 'recuse', 'confirmRecusal', 'liftRecusal'],
    system: ['recuse', 'remind', 'escalate'],
  },
  awaiting_citizen: {
    officer: [
      'reply',
      'withdrawQuestion',
      'resolve',
      'note',
      'assign',
      'categorise',
      'offerTransfer',
      'merge',
      'recuse',
    ],
    supervisor: [
      'reply',
      'withdrawQuestion',
      'resolve',
      'note',
      'assign',
      'categorise',
      'extend',
      'offerTransfer',
      'merge',
      'recuse',
      'confirmRecusal',
      'liftRecusal',
    ],
    offered: [],
    citizen: ['answer', 'addEvidence', 'withdraw'],
    oversight: ['note', 'recuse', 'confirmRecusal', 'liftRecusal'],
    system: ['recuse', 'remind', 'escalate'],
  },
  appeal: {
    ...closed(['addEvidence']),
    oversight: ['upholdAppeal', 'declineAppeal', 'note', 'recuse', 'confirmRecusal', 'liftRecusal'],
  },
  resolved: closed(['reopen', 'confirmResolution', 'revokeConfirmation', 'appeal']),
  withdrawn: closed([]),
  rejected: closed(['appeal']),
  merged: { ...closed([]), system: ['recuse', 'release'] },
};

function closed(citizen: Action[]): (typeof expected)[State] {
  const above: Action[] = ['note', 'recuse', 'confirmRecusal', 'liftRecusal'];
  return {
    officer: ['note', 'recuse'],
    supervisor: above,
    offered: [],
    citizen,
    oversight: above,
    system: ['recuse'],
  };
}

/** In every state: who sent it is asked for by those who read it, and shown by those who decide. */
const ofIdentity: Partial<Record<Role | 'system', Action[]>> = {
  officer: ['requestIdentity'],
  supervisor: ['requestIdentity', 'discloseIdentity', 'denyIdentity'],
  oversight: ['requestIdentity', 'discloseIdentity', 'denyIdentity'],
};

const inOrder = (some: readonly Action[]) => actions.filter((action) => some.includes(action));

describe.each(states)('in the state %s', (state) => {
  const column = (role: Role | 'system') => [
    ...(role === 'administrator' ? [] : expected[state][role]),
    ...(ofIdentity[role] ?? []),
  ];
  test.each([...anyRole, 'system'] as const)('%s may do exactly what the decisions say', (role) => {
    expect(allowedActions(state, role)).toEqual(inOrder(column(role)));
    for (const action of actions) expect(isAllowed(action, state, role)).toBe(column(role).includes(action));
  });
  test.each(['officer', 'supervisor'] as const)('%s of the MDA it is offered to may answer the offer alone', (role) => {
    expect(allowedActions(state, role, 'offered')).toEqual(expected[state].offered);
  });
});

test('where nobody of the MDA may see it, oversight decides who takes it in any open state, and nothing else is added', () => {
  for (const state of states)
    for (const role of anyRole) {
      const more = allowedActions(state, role, 'holder', true).filter(
        (it) => !allowedActions(state, role).includes(it),
      );
      const isMore = role === 'oversight' && isOpen(state) && state !== 'transfer_undecided' && state !== 'appeal';
      expect(more).toEqual(isMore ? ['decideTransfer'] : []);
    }
  for (const state of ['received', 'transfer_offered', 'in_progress', 'awaiting_citizen'] as const)
    expect(nextState('decideTransfer', state)).toBe('received');
});

test('a declined appeal leaves the complaint as it ended; an upheld one begins anew', () => {
  for (const stateBefore of ['resolved', 'rejected'] as const) {
    expect(nextState('appeal', stateBefore)).toBe('appeal');
    expect(nextState('declineAppeal', 'appeal', { stateBefore })).toBe(stateBefore);
    expect(nextState('upholdAppeal', 'appeal', { stateBefore })).toBe('received');
  }
});

test('each action leads to its state', () => {
  expect(nextState('start', 'received')).toBe('in_progress');
  expect(nextState('ask', 'in_progress')).toBe('awaiting_citizen');
  expect(nextState('answer', 'awaiting_citizen')).toBe('in_progress');
  expect(nextState('withdrawQuestion', 'awaiting_citizen')).toBe('in_progress');
  for (const still of ['proposeRejection', 'returnRejection'] as const)
    expect(nextState(still, 'received')).toBe('received');
  expect(nextState('resolve', 'in_progress')).toBe('resolved');
  expect(nextState('resolve', 'awaiting_citizen')).toBe('resolved');
  expect(nextState('reject', 'received')).toBe('rejected');
  expect(nextState('withdraw', 'in_progress')).toBe('withdrawn');
  expect(nextState('reopen', 'resolved')).toBe('received');
  expect(nextState('reply', 'awaiting_citizen')).toBe('awaiting_citizen');
  for (const state of states)
    for (const still of [
      'confirmResolution',
      'revokeConfirmation',
      'note',
      'assign',
      'categorise',
      'extend',
      'remind',
      'escalate',
      ...(ofIdentity.oversight ?? []),
    ] as const)
      expect(nextState(still, state)).toBe(state);
});

test('a transfer that is declined or taken back leaves the complaint where it was; the second refusal goes to oversight', () => {
  expect(nextState('offerTransfer', 'awaiting_citizen')).toBe('transfer_offered');
  for (const action of ['declineTransfer', 'withdrawTransfer'] as const)
    for (const stateBefore of ['received', 'in_progress', 'awaiting_citizen'] as const)
      expect(nextState(action, 'transfer_offered', { stateBefore })).toBe(stateBefore);
  expect(nextState('declineTransfer', 'transfer_offered', { stateBefore: 'in_progress', times: 1 })).toBe(
    'transfer_undecided',
  );
  expect(nextState('withdrawTransfer', 'transfer_offered', { stateBefore: 'in_progress', times: 1 })).toBe(
    'in_progress',
  );
  expect(nextState('acceptTransfer', 'transfer_offered', { stateBefore: 'in_progress' })).toBe('received');
  expect(nextState('decideTransfer', 'transfer_undecided')).toBe('received');
});

test('only a re-opening and an upheld appeal begin a new cycle, and only what staff have among themselves is hidden from the citizen', () => {
  expect(actions.filter((action) => transitionOf(action).opensCycle)).toEqual(['reopen', 'upholdAppeal']);
  expect(actions.filter((action) => transitionOf(action).visibility === 'internal')).toEqual([
    'proposeRejection',
    'returnRejection',
    'note',
    'assign',
    'requestIdentity',
    'denyIdentity',
    'recuse',
    'confirmRecusal',
    'liftRecusal',
    'remind',
  ]);
});

test('every text that the citizen relies on is required', () => {
  const needs = Object.fromEntries(actions.map((action) => [action, transitionOf(action).needs]));
  expect(needs).toEqual({
    start: undefined,
    reply: ['text'],
    ask: ['text'],
    withdrawQuestion: undefined,
    answer: ['text'],
    addEvidence: ['files'],
    resolve: ['text'],
    proposeRejection: ['reason'],
    reject: undefined,
    returnRejection: ['reason'],
    withdraw: undefined,
    reopen: ['reason'],
    appeal: ['reason'],
    upholdAppeal: ['reason'],
    declineAppeal: ['reason'],
    note: ['text'],
    assign: ['assignee'],
    categorise: ['category'],
    extend: ['reason', 'days'],
    offerTransfer: ['reason', 'mda'],
    withdrawTransfer: undefined,
    acceptTransfer: undefined,
    declineTransfer: ['reason'],
    decideTransfer: ['reason', 'mda'],
    merge: ['parent'],
    requestIdentity: ['reason'],
    discloseIdentity: ['requester'],
    denyIdentity: ['requester', 'reason'],
    recuse: ['person', 'reason'],
    confirmRecusal: ['person'],
    liftRecusal: ['person'],
    release: undefined,
    remind: undefined,
    escalate: undefined,
  });
});

test('the citizen reads four statuses, and each state stands behind exactly one', () => {
  expect(states.map((state) => statusOf(state))).toEqual([
    'Pending',
    'Pending',
    'Pending',
    'Processing',
    'Processing',
    'Processing',
    'Resolved',
    'Canceled',
    'Canceled',
    'Processing',
  ]);
  for (const parent of states) expect(statusOf('merged', parent)).toBe(statusOf(parent));
  expect(statusOf('received', 'resolved')).toBe('Pending');
  expect(statesOf('Processing')).toEqual(['in_progress', 'awaiting_citizen', 'appeal']);
  expect([...statuses.flatMap(statesOf), 'merged'].toSorted()).toEqual([...states].toSorted());
});

test('open means that somebody still has to act', () => {
  expect(states.filter(isOpen)).toEqual([
    'received',
    'transfer_offered',
    'transfer_undecided',
    'in_progress',
    'awaiting_citizen',
    'appeal',
  ]);
});

test('an MDA acts on open complaints, except while oversight reviews them', () => {
  expect(states.filter(isWorked)).toEqual(states.filter((state) => isOpen(state) && state !== 'appeal'));
});

test('a survey is taken once, and only when resolved', () => {
  expect(canSurvey({ state: 'resolved', survey: null })).toBe(true);
  expect(canSurvey({ state: 'resolved', survey: { rating: 4 } })).toBe(false);
  expect(states.filter((state) => canSurvey({ state, survey: null }))).toEqual(['resolved']);
});

test('the citizen’s buttons follow the table', () => {
  expect(states.filter((state) => canReopen({ state }))).toEqual(['resolved']);
  expect(states.filter((state) => canWithdraw({ state }))).toEqual(states.filter(isWorked));
  expect(states.filter((state) => canAnswer({ state }))).toEqual(['awaiting_citizen']);
});

test('inherited property names of objects are no actions', () => {
  expect(isAction('resolve')).toBe(true);
  for (const name of ['submit', 'Resolve', '', 'constructor', '__proto__', 'toString'])
    expect(isAction(name)).toBe(false);
});
