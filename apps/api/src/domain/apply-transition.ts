import {
  type Action,
  nextState,
  type State,
  transitionOf,
  withoutWithdrawnQuestions,
} from '@baraza/contract/complaint/lifecycle';
import type { complaint } from '../db/schema/complaint-tables.ts';
import { readTimers, type TimerEvent, type TimerRules } from './sla-timer.ts';
import { type Step, isReply } from './step.ts';
import { timesInCycle } from './allowed-actions.ts';

/** Columns of a complaint that a transition may change. */
export const stateColumns = [
  'state',
  'cycle',
  'version',
  'mdaId',
  'jurisdictionId',
  'categoryId',
  'assigneeId',
  'reply',
  'repliedAt',
  'offeredToMdaId',
  'rejectionProposedBy',
  'mergedIntoId',
  'resolvers',
  'outcome',
  'confirmedAt',
  'escalatedAt',
  'citizenWroteAt',
  'dueAt',
  'resolveDueAt',
  'acknowledgeDueAt',
  'replyDueAt',
  'pausedUntil',
  'nextReminderAt',
  'recusedStaff',
  'priority',
  'tags',
  'followUpOn',
  'unitId',
  'customFields',
] as const;
export type ComplaintState = Readonly<Pick<typeof complaint.$inferSelect, (typeof stateColumns)[number]>>;

/** Returns the complaint after a step that its state allows. `history` is oldest first; `rules` are those after the step. */
export function applyTransition(
  before: ComplaintState,
  history: readonly TimerEvent[],
  step: Step,
  rules: TimerRules,
): ComplaintState {
  const { action, at, data = null } = step;
  const state = nextState(action, before.state, {
    stateBefore: stateBefore(action === 'declineAppeal' ? 'appeal' : 'offerTransfer', history),
    times: timesInCycle(action, history),
  });
  const fresh = transitionOf(action).opensCycle === true;
  const cycle = fresh ? before.cycle + 1 : before.cycle;
  const mdaId = mdaAfter(before, step);
  const moved = mdaId !== before.mdaId;
  const isCategorised = action === 'categorise';
  const jurisdictionId = (isCategorised && step.jurisdiction) || before.jurisdictionId;
  const priority = priorityAfter(before, step);
  const turnsUrgent = priority !== before.priority && [priority, before.priority].includes('emergency');
  // Other targets may have been missed by now: the reminder job checks at once.
  const reminded = isCategorised || turnsUrgent ? { nextReminderAt: at } : before;
  return {
    state,
    cycle,
    version: before.version + 1,
    mdaId,
    // A jurisdiction belongs to its MDA, and so does an officer.
    jurisdictionId: moved ? null : jurisdictionId,
    categoryId: (isCategorised && step.category) || before.categoryId,
    assigneeId: moved ? null : assigneeAfter(before, step),
    ...replyAfter(before, step),
    offeredToMdaId:
      action === 'offerTransfer' ? (step.mda ?? null) : state === before.state ? before.offeredToMdaId : null,
    rejectionProposedBy: state === before.state && !moved ? proposerAfter(before, step) : null,
    mergedIntoId: action === 'merge' ? (step.parent ?? null) : state === 'merged' ? before.mergedIntoId : null,
    resolvers: action === 'resolve' && step.actorId !== null ? [...before.resolvers, step.actorId] : before.resolvers,
    outcome: action === 'resolve' ? (step.outcome ?? 'solved') : fresh ? null : before.outcome,
    confirmedAt:
      action === 'confirmResolution'
        ? at
        : state === 'resolved' && action !== 'revokeConfirmation'
          ? before.confirmedAt
          : null,
    escalatedAt: fresh ? null : (before.escalatedAt ?? (isLongLate(step) ? at : null)),
    citizenWroteAt: citizenWroteAfter(before, step),
    recusedStaff: recusedAfter(before, step),
    priority,
    // Tags, follow-ups and units are the words and plans of one office.
    tags: moved ? [] : tagsAfter(before, step),
    followUpOn: moved ? null : followUpAfter(before, step),
    unitId: moved ? null : unitAfter(before, step),
    customFields: step.customFields ?? before.customFields,
    ...timerColumns(reminded, [...history, { at, action, toState: state, cycle, data }], rules, at),
  };
}

/** Other steps change no priority, whatever their input holds. */
function priorityAfter(before: ComplaintState, { action, priority = before.priority }: Step) {
  return action === 'prioritise' || action === 'applyRule' ? priority : before.priority;
}

function followUpAfter({ followUpOn }: ComplaintState, { action, followUp = null }: Step): string | null {
  if (action === 'call') return followUp ?? followUpOn;
  return action === 'followUp' ? followUp : followUpOn;
}

/** Returns the newest reply after a step: where a question was withdrawn the one before it, if there is one. */
function replyAfter({ reply, repliedAt }: ComplaintState, { action, text, at, earlierReply }: Step) {
  if (isReply(action)) return { reply: text, repliedAt: at };
  if (action !== 'withdrawQuestion') return { reply, repliedAt };
  return { reply: earlierReply?.text ?? null, repliedAt: earlierReply?.at ?? null };
}

/** Steps by which a citizen says something, and steps besides replies that answer. */
const wordsOfCitizen: readonly Action[] = ['answer', 'addEvidence', 'reopen'];
const answersOfStaff: readonly Action[] = ['extend', 'reject', 'upholdAppeal', 'declineAppeal'];

/** Returns since when words of the citizen wait for an answer. */
function citizenWroteAfter({ citizenWroteAt }: ComplaintState, { action, at }: Step): Date | null {
  if (wordsOfCitizen.includes(action)) return citizenWroteAt ?? at;
  return isReply(action) || answersOfStaff.includes(action) ? null : citizenWroteAt;
}

/** Finds the newest reply of a history, leaving withdrawn questions out. */
export function newestReply<E extends { readonly action: string }>(history: readonly E[]): E | undefined {
  return withoutWithdrawnQuestions(history).findLast(({ action }) => isReply(action));
}

/** Computes the timer columns of the row. Lists sort by them, and the reminder job selects by them. */
export function timerColumns(
  before: Pick<ComplaintState, 'nextReminderAt'>,
  events: readonly TimerEvent[],
  rules: TimerRules,
  now: Date,
) {
  const { acknowledge, reply, resolve, pausedUntil, appealDueAt, nextReminderAt } = readTimers(events, rules, now);
  // A reminder that is overdue stays: the job has not sent it yet.
  const isRunning = resolve.state === 'running' || appealDueAt !== null;
  const waiting = before.nextReminderAt !== null && before.nextReminderAt <= now && isRunning;
  return {
    dueAt: earliestOf([acknowledge.dueAt, reply.dueAt, resolve.dueAt, appealDueAt]),
    resolveDueAt: resolve.dueAt,
    acknowledgeDueAt: acknowledge.dueAt,
    replyDueAt: reply.dueAt,
    pausedUntil,
    nextReminderAt: waiting ? before.nextReminderAt : nextReminderAt,
  };
}

/** Whether a reminder is for 150 % of the allowed time or more. */
function isLongLate({ action, data }: Step): boolean {
  return action === 'escalate' && Number(data?.['level']) >= 150;
}

function earliestOf(dates: readonly (Date | null)[]): Date | null {
  return dates.reduce((earliest, date) => (earliest && (!date || earliest <= date) ? earliest : date), null);
}

function stateBefore(action: Action, history: readonly TimerEvent[]): State | null {
  const index = history.findLastIndex((event) => event.action === action);
  return history[index - 1]?.toState ?? null;
}

function mdaAfter({ mdaId, offeredToMdaId }: ComplaintState, { action, mda: to }: Step): string {
  if (action === 'acceptTransfer') return offeredToMdaId ?? mdaId;
  return action === 'decideTransfer' ? (to ?? mdaId) : mdaId;
}

function assigneeAfter({ assigneeId }: ComplaintState, step: Step): string | null {
  if (step.action === 'recuse' && assigneeId !== null && step.people?.includes(assigneeId)) return null;
  if (['assign', 'setUnit', 'applyRule'].includes(step.action) && step.assignee !== undefined) return step.assignee;
  if (step.action === 'reopen' || step.action === 'upholdAppeal') return null;
  if (step.action === 'start') return assigneeId ?? step.actorId;
  return assigneeId;
}

function unitAfter({ unitId }: ComplaintState, { action, unit }: Step): string | null {
  return (action === 'setUnit' || action === 'applyRule') && unit !== undefined ? unit : unitId;
}

/** Returns who proposes the rejection after a step that leaves the state; nobody once that person is recused. */
function proposerAfter({ rejectionProposedBy }: ComplaintState, step: Step): string | null {
  if (step.action === 'proposeRejection') return step.actorId;
  const isOver =
    step.action === 'returnRejection' || (step.action === 'recuse' && step.people?.includes(rejectionProposedBy ?? ''));
  return isOver ? null : rejectionProposedBy;
}

/** Recused staff after a step: a recusal lasts, wherever the complaint goes, until it is lifted. */
function recusedAfter({ recusedStaff }: ComplaintState, { action, people = [] }: Step): string[] {
  if (action === 'recuse') return [...new Set([...recusedStaff, ...people])];
  return action === 'liftRecusal' ? recusedStaff.filter((id) => !people.includes(id)) : recusedStaff;
}

function tagsAfter({ tags: present }: ComplaintState, { action, tags = [] }: Step): string[] {
  if (action === 'tag' || action === 'applyRule') return [...new Set([...present, ...tags])].toSorted();
  return action === 'untag' ? present.filter((tag) => !tags.includes(tag)) : present;
}
