import { expect, test } from 'vitest';
import {
  type Action,
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
} from './lifecycle.ts';
import { anyRole } from '../core/role.ts';

/*
 * Permissions as the decisions state them, one row for each action, written out once more so that no slip in the code goes unseen.
 * o officer and s supervisor of the MDA that has the complaint; n both, at the MDA that is offered it; c citizen; v oversight;
 * y the system; - nobody. An administrator takes no step of a complaint. The column next holds the state after the action; before
 * is the one before the offer or appeal.
 */
const table = `
                    next              received  transfer_offered  transfer_undecided  in_progress  awaiting_citizen  appeal  resolved  withdrawn  rejected  merged
start               in_progress       os        -                 -                   -            -                 -       -         -          -         -
reply               same              -         -                 -                   os           os                -       -         -          -         -
ask                 awaiting_citizen  -         -                 -                   os           -                 -       -         -          -         -
withdrawQuestion    in_progress       -         -                 -                   -            os                -       -         -          -         -
answer              in_progress       -         -                 -                   -            c                 -       -         -          -         -
addEvidence         same              c         c                 c                   c            c                 c       -         -          -         -
resolve             resolved          -         -                 -                   os           os                -       -         -          -         -
proposeRejection    same              os        -                 -                   os           -                 -       -         -          -         -
reject              rejected          sv        -                 -                   sv           -                 -       -         -          -         -
returnRejection     same              sv        -                 -                   sv           -                 -       -         -          -         -
withdraw            withdrawn         c         c                 c                   c            c                 -       -         -          -         -
reopen              received          -         -                 -                   -            -                 -       c         -          -         -
confirmResolution   same              -         -                 -                   -            -                 -       c         -          -         -
revokeConfirmation  same              -         -                 -                   -            -                 -       c         -          -         -
appeal              appeal            -         -                 -                   -            -                 -       c         -          c         -
upholdAppeal        received          -         -                 -                   -            -                 v       -         -          -         -
declineAppeal       before            -         -                 -                   -            -                 v       -         -          -         -
note                same              osv       osv               osv                 osv          osv               osv     osv       osv        osv       osv
call                same              os        os                os                  os           os                os      os        os         os        os 
assign              same              os        os                os                  os           os                -       -         -          -         -
tag                 same              os        os                os                  os           os                os      os        os         os        os 
untag               same              os        os                os                  os           os                os      os        os         os        os 
prioritise          same              os        os                os                  os           os                -       -         -          -         -
followUp            same              os        os                os                  os           os                -       -         -          -         -
setUnit             same              os        os                os                  os           os                os      os        os         os        os 
setFields           same              os        os                os                  os           os                os      os        os         os        os 
categorise          same              os        os                os                  os           os                -       -         -          -         -
extend              same              s         -                 -                   s            s                 -       -         -          -         -
offerTransfer       transfer_offered  os        -                 -                   os           os                -       -         -          -         -
withdrawTransfer    before            -         os                -                   -            -                 -       -         -          -         -
acceptTransfer      received          -         n                 -                   -            -                 -       -         -          -         -
declineTransfer     before            -         n                 -                   -            -                 -       -         -          -         -
decideTransfer      received          -         -                 v                   -            -                 -       -         -          -         -
merge               merged            os        -                 -                   os           os                -       -         -          -         -
requestIdentity     same              osv       osv               osv                 osv          osv               osv     osv       osv        osv       osv
discloseIdentity    same              sv        sv                sv                  sv           sv                sv      sv        sv         sv        sv
denyIdentity        same              sv        sv                sv                  sv           sv                sv      sv        sv         sv        sv
recuse              same              osvy      osvy              osvy                osvy         osvy              osvy    osvy      osvy       osvy      osvy
confirmRecusal      same              sv        sv                sv                  sv           sv                sv      sv        sv         sv        sv
liftRecusal         same              sv        sv                sv                  sv           sv                sv      sv        sv         sv        sv
release             received          -         -                 -                   -            -                 -       -         -          -         y
remind              same              y         y                 y                   y            y                 -       -         -          -         -
escalate            same              y         y                 y                   y            y                 -       -         -          -         -
applyRule           same              y         y                 y                   y            y                 y       y         y          y         y
`;

const [columns = [], ...rows] = table
  .trim()
  .split('\n')
  .map((row) => row.split(/ +/u).filter(Boolean));
const movers = [
  ['officer', 'holder', 'o'],
  ['supervisor', 'holder', 's'],
  ['officer', 'offered', 'n'],
  ['supervisor', 'offered', 'n'],
  ['citizen', 'holder', 'c'],
  ['oversight', 'holder', 'v'],
  ['system', 'holder', 'y'],
  ['administrator', 'holder', 'a'],
] as const;

test('the table of permissions has every action and every state', () => {
  expect(columns).toEqual(['next', ...states]);
  expect(rows.map(([action]) => action)).toEqual(actions);
  expect(rows.map((row) => row.length)).toEqual(actions.map(() => states.length + 2));
});

test.each(movers)(
  'a mover with role %s at the %s may take exactly the actions of the table in each state',
  (role, side, letter) => {
    for (const [index, state] of states.entries()) {
      const allowed = actions.filter((_, row) => rows[row]?.[index + 2]?.includes(letter));

      expect([state, allowedActions(state, role, side)]).toEqual([state, allowed]);
      expect([state, actions.filter((action) => isAllowed(action, state, role, side))]).toEqual([state, allowed]);
    }
  },
);

test('where all staff of the MDA are recused, oversight moves an open complaint, and no other action is added', () => {
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

test('a declined appeal returns the complaint to its closed state; an upheld one returns it to received', () => {
  for (const stateBefore of ['resolved', 'rejected'] as const) {
    expect(nextState('appeal', stateBefore)).toBe('appeal');
    expect(nextState('declineAppeal', 'appeal', { stateBefore })).toBe(stateBefore);
    expect(nextState('upholdAppeal', 'appeal', { stateBefore })).toBe('received');
  }
});

test.each(rows)('the action %s leads to %s from each state that allows it', (name = '', next = '', ...cells) => {
  const from = states.filter((_, index) => cells[index] !== '-');
  for (const state of from) {
    const after = { same: state, before: 'in_progress' }[next] ?? next;
    expect(nextState(name as Action, state, { stateBefore: 'in_progress' })).toBe(after);
  }
});

test('a declined or withdrawn transfer returns the complaint to its state; declined twice it goes to oversight', () => {
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

test('only a re-opening and an upheld appeal begin a new cycle of a complaint', () => {
  expect(actions.filter((action) => transitionOf(action).opensCycle)).toEqual(['reopen', 'upholdAppeal']);
  expect(actions.filter((action) => transitionOf(action).visibility === 'internal')).toEqual([
    'proposeRejection',
    'returnRejection',
    'note',
    'call',
    'assign',
    'tag',
    'untag',
    'prioritise',
    'followUp',
    'setUnit',
    'setFields',
    'requestIdentity',
    'denyIdentity',
    'recuse',
    'confirmRecusal',
    'liftRecusal',
    'remind',
    'applyRule',
  ]);
});

test('each action requires the fields of the decisions', () => {
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
    call: ['call'],
    assign: ['assignee'],
    tag: ['tags'],
    untag: ['tags'],
    prioritise: ['priority'],
    followUp: ['followUp'],
    setUnit: ['unit'],
    setFields: ['fields'],
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
    applyRule: undefined,
  });
});

test('each state maps to one of the four statuses that citizens read', () => {
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

test('a complaint is open while somebody still has to act', () => {
  expect(states.filter(isOpen)).toEqual([
    'received',
    'transfer_offered',
    'transfer_undecided',
    'in_progress',
    'awaiting_citizen',
    'appeal',
  ]);
});

test('an MDA may act on open complaints, except while oversight reviews them', () => {
  expect(states.filter(isWorked)).toEqual(states.filter((state) => isOpen(state) && state !== 'appeal'));
});

test('a survey is open once, and only for a resolved complaint', () => {
  expect(canSurvey({ state: 'resolved', survey: null })).toBe(true);
  expect(canSurvey({ state: 'resolved', survey: { rating: 4 } })).toBe(false);
  expect(states.filter((state) => canSurvey({ state, survey: null }))).toEqual(['resolved']);
});

test('the citizen’s buttons appear in exactly the states that allow their actions', () => {
  expect(states.filter((state) => canReopen({ state }))).toEqual(['resolved']);
  expect(states.filter((state) => canWithdraw({ state }))).toEqual(states.filter(isWorked));
  expect(states.filter((state) => canAnswer({ state }))).toEqual(['awaiting_citizen']);
});

test('only names of actions are actions, not inherited properties of objects', () => {
  expect(isAction('resolve')).toBe(true);
  for (const name of ['submit', 'Resolve', '', 'constructor', '__proto__', 'toString'])
    expect(isAction(name)).toBe(false);
});
