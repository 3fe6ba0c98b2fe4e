import { describe, expect, test } from 'vitest';
import { defaultEmergencyTargets, defaultSlaTargets } from '../features/reference/sla-target.store.ts';
import type { TimerEvent } from './sla-timer.ts';
import { applyTransition, type ComplaintState } from './apply-transition.ts';
import type { Step } from './step.ts';

const at = new Date('2026-05-06T09:00:00Z');
const before: ComplaintState = {
  state: 'in_progress',
  cycle: 1,
  version: 2,
  mdaId: 'here',
  jurisdictionId: 'north',
  categoryId: 'roads',
  assigneeId: null,
  reply: null,
  repliedAt: null,
  offeredToMdaId: null,
  rejectionProposedBy: null,
  mergedIntoId: null,
  resolvers: [],
  outcome: null,
  confirmedAt: null,
  escalatedAt: null,
  citizenWroteAt: null,
  dueAt: new Date('2026-05-11T23:59:59.999Z'),
  resolveDueAt: new Date('2026-05-25T23:59:59.999Z'),
  acknowledgeDueAt: null,
  replyDueAt: new Date('2026-05-11T23:59:59.999Z'),
  pausedUntil: null,
  nextReminderAt: new Date('2026-05-08T14:00:00.000Z'),
  recusedStaff: [],
  priority: 'normal',
  tags: [],
  followUpOn: null,
  unitId: null,
  customFields: {},
};
const rules = {
  targets: defaultSlaTargets,
  emergency: defaultEmergencyTargets,
  calendar: { timeZone: 'UTC', weekend: 'sat,sun', holidays: new Set<number>() },
};
const history = [
  { at: new Date('2026-05-04T08:00:00Z'), action: 'submit', toState: 'received' as const, cycle: 1, data: null },
  { at: new Date('2026-05-05T08:00:00Z'), action: 'start', toState: 'in_progress' as const, cycle: 1, data: null },
];
const plan = (step: Partial<Step>, from: Partial<ComplaintState> = {}, then: TimerEvent[] = []) =>
  applyTransition(
    { ...before, ...from },
    [...history, ...then],
    { action: 'note', at, actorId: 'me', text: 'Words', assignee: null, ...step },
    rules,
  );

const targetsOf = (acknowledge: number, reply: number, resolve: number) => ({
  ...rules,
  targets: { acknowledge, reply, resolve },
  emergency: defaultEmergencyTargets,
});

test.each([
  ['longer targets move both dates back', targetsOf(5, 10, 30), '2026-05-18', '2026-06-15'],
  ['shorter targets move both dates forward', targetsOf(1, 3, 5), '2026-05-07', '2026-05-11'],
  ['targets that have passed leave a date that has passed', targetsOf(1, 1, 1), '2026-05-05', '2026-05-05'],
])('correcting the category recomputes the timers from the events: %s', (_, newRules, reply, resolve) => {
  const step = { action: 'categorise', at, actorId: 'me', text: null, category: 'water' } as const;

  const after = applyTransition(before, history, step, newRules);

  expect(after).toMatchObject({
    state: 'in_progress',
    categoryId: 'water',
    jurisdictionId: 'north',
    acknowledgeDueAt: null,
    replyDueAt: new Date(`${reply}T23:59:59.999Z`),
    resolveDueAt: new Date(`${resolve}T23:59:59.999Z`),
    // The reminder job checks at once which levels are reached by now.
    nextReminderAt: at,
  });
});

test('correcting the category while the citizen is asked leaves the timers paused', () => {
  const asked = { at, action: 'ask', toState: 'awaiting_citizen' as const, cycle: 1, data: null };

  const after = plan({ action: 'categorise', category: 'water' }, { state: 'awaiting_citizen' }, [asked]);

  expect(after).toMatchObject({ state: 'awaiting_citizen', dueAt: null, resolveDueAt: null });
});

test.each([
  ['the jurisdiction alone', { category: 'roads', jurisdiction: 'south' }, 'roads', 'south'],
  ['the category alone', { category: 'water' }, 'water', 'north'],
  ['both', { category: 'water', jurisdiction: 'south' }, 'water', 'south'],
] as const)('categorising may correct %s', (_, step, categoryId, jurisdictionId) => {
  expect(plan({ action: 'categorise', ...step })).toMatchObject({ categoryId, jurisdictionId });
});

test('only a correction changes the category, even if another step sends one', () => {
  const after = plan({ action: 'note', category: 'water', jurisdiction: 'south' });

  expect(after).toMatchObject({ categoryId: 'roads', jurisdictionId: 'north' });
});

test('the officer who resolved a cycle stays recorded after a re-opening', () => {
  expect(plan({ action: 'resolve' }).resolvers).toEqual(['me']);
  expect(plan({ action: 'reopen' }, { state: 'resolved', resolvers: ['you'] }).resolvers).toEqual(['you']);
  expect(plan({ action: 'resolve' }, { cycle: 2, resolvers: ['you'] }).resolvers).toEqual(['you', 'me']);
});

describe('transfer', () => {
  const offer = (action = 'offerTransfer'): TimerEvent => ({
    at: new Date('2026-05-05T09:00:00Z'),
    action,
    toState: action === 'offerTransfer' ? 'transfer_offered' : 'in_progress',
    cycle: 1,
    data: { mda: 'there' },
  });
  const offered = { state: 'transfer_offered', offeredToMdaId: 'there', assigneeId: 'you' } as const;

  test('a transfer stays offered when a colleague writes a note', () => {
    expect(plan({ action: 'note' }, offered, [offer()])).toMatchObject(offered);
  });

  test('an accepted transfer reaches the other MDA without an officer, with the same due dates', () => {
    expect(plan({ action: 'acceptTransfer' }, offered, [offer()])).toMatchObject({
      state: 'received',
      mdaId: 'there',
      jurisdictionId: null,
      assigneeId: null,
      offeredToMdaId: null,
      dueAt: before.dueAt,
    });
  });

  test('a declined transfer returns the complaint; after a second refusal oversight decides', () => {
    const back = { mdaId: 'here', offeredToMdaId: null, assigneeId: 'you', jurisdictionId: 'north' };
    expect(plan({ action: 'declineTransfer' }, offered, [offer()])).toMatchObject({ ...back, state: 'in_progress' });
    const again = [offer(), offer('declineTransfer'), offer()];
    expect(plan({ action: 'declineTransfer' }, offered, again)).toMatchObject({ ...back, state: 'transfer_undecided' });
    expect(plan({ action: 'withdrawTransfer' }, offered, again)).toMatchObject({ ...back, state: 'in_progress' });
  });
});

test('resolving a complaint sets its outcome, and re-opening removes it', () => {
  expect(plan({ action: 'resolve', outcome: 'partly' }).outcome).toBe('partly');
  expect(plan({ action: 'reopen' }, { state: 'resolved', outcome: 'partly', escalatedAt: at })).toMatchObject({
    outcome: null,
    escalatedAt: null,
  });
});

test('a step keeps a reminder that is due and not sent yet', () => {
  const passed = new Date('2026-05-06T08:59:00Z');
  expect(plan({ action: 'reply' }, { nextReminderAt: passed }).nextReminderAt).toEqual(passed);
  expect(plan({ action: 'resolve' }, { nextReminderAt: passed }).nextReminderAt).toBeNull();
});

test.each(['answer', 'addEvidence', 'reopen'] as const)('the citizen’s step %s waits for an answer', (action) => {
  const state = { answer: 'awaiting_citizen', addEvidence: 'in_progress', reopen: 'resolved' } as const;
  expect(plan({ action }, { state: state[action] }).citizenWroteAt).toEqual(at);
});

test('a citizen who writes twice has waited since the first time', () => {
  const first = new Date('2026-05-05T12:00:00Z');

  expect(plan({ action: 'addEvidence' }, { citizenWroteAt: first }).citizenWroteAt).toEqual(first);
});

test.each([
  ['reply', null],
  ['ask', null],
  ['resolve', null],
  ['extend', null],
  ['note', at],
  ['assign', at],
  ['categorise', at],
  ['escalate', at],
] as const)('after the step %s the citizen has waited for an answer since %s', (action, since) => {
  expect(plan({ action }, { citizenWroteAt: at }).citizenWroteAt).toEqual(since);
});

test('a transfer takes off the tags and the follow-up of the former office, and keeps the priority', () => {
  const marked = { priority: 'high' as const, tags: ['flood'], followUpOn: '2026-05-08' };
  const offered = { state: 'transfer_offered' as const, offeredToMdaId: 'there' };

  expect(plan({ action: 'acceptTransfer' }, { ...offered, ...marked })).toMatchObject({
    priority: 'high',
    tags: [],
    followUpOn: null,
  });
});

test('tags are added once each, in the order of the alphabet', () => {
  expect(plan({ action: 'tag', tags: ['pole', 'crew 7', 'flood'] }, { tags: ['flood'] }).tags).toEqual([
    'crew 7',
    'flood',
    'pole',
  ]);
});
