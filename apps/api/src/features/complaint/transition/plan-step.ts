import { type Action, nextState, type Outcome, type State, transitionOf } from '@baraza/contract/complaint/lifecycle';
import type { EventDatum } from '../../../db/schema/complaint-tables.ts';
import { type ClockEvent, type ClockRules, readClocks } from '../../sla/clocks.ts';

/** What a step may change of a complaint. */
export interface Present {
  readonly state: State;
  readonly cycle: number;
  readonly version: number;
  readonly mdaId: string;
  readonly jurisdictionId: string | null;
  readonly assigneeId: string | null;
  readonly reply: string | null;
  readonly repliedAt: Date | null;
  readonly offeredToMdaId: string | null;
  readonly mergedIntoId: string | null;
  readonly outcome: Outcome | null;
  readonly escalatedAt: Date | null;
  readonly dueAt: Date | null;
  readonly acknowledgeDueAt: Date | null;
  readonly replyDueAt: Date | null;
  readonly restsUntil: Date | null;
  readonly nextAlarmAt: Date | null;
  readonly keptFrom: string[];
}

export interface Step {
  readonly action: Action;
  readonly at: Date;
  /** Null: the system. */
  readonly actorId: string | null;
  readonly text: string | null;
  /** For `assign`; null takes the assignment off. */
  readonly assigneeId?: string | null;
  /** For a transfer: where it goes. */
  readonly mdaId?: string | null;
  /** For `keepFrom` and `letSee`. */
  readonly people?: readonly string[];
  /** For `merge`. */
  readonly masterId?: string | null;
  /** For `resolve`. */
  readonly outcome?: Outcome | null;
  /** What else the event says. */
  readonly data?: Readonly<Record<string, EventDatum>> | null;
}

/** Whether the citizen reads the text of this action as the reply of the MDA. */
export function isReply(action: string): boolean {
  return action === 'reply' || action === 'ask' || action === 'resolve';
}

/** How often an action was taken in the present cycle. */
export function timesInCycle(action: Action, history: readonly ClockEvent[]): number {
  const cycle = history.at(-1)?.cycle;
  return history.filter((it) => it.cycle === cycle && it.action === action).length;
}

/** The complaint after a step that its state allows. `history`: its events so far, oldest first. */
export function planStep(before: Present, history: readonly ClockEvent[], step: Step, rules: ClockRules): Present {
  const { action, at, text, data = null } = step;
  const state = nextState(action, before.state, {
    offeredFrom: offeredFrom(history),
    times: timesInCycle(action, history),
  });
  const fresh = transitionOf(action).opensCycle === true;
  const cycle = fresh ? before.cycle + 1 : before.cycle;
  const mdaId = mdaAfter(before, step);
  const moved = mdaId !== before.mdaId;
  return {
    state,
    cycle,
    version: before.version + 1,
    mdaId,
    // A jurisdiction belongs to its MDA, and so does an officer.
    jurisdictionId: moved ? null : before.jurisdictionId,
    assigneeId: moved ? null : assigneeAfter(before, step),
    reply: isReply(action) ? text : before.reply,
    repliedAt: isReply(action) ? at : before.repliedAt,
    offeredToMdaId:
      action === 'offerTransfer' ? (step.mdaId ?? null) : state === before.state ? before.offeredToMdaId : null,
    mergedIntoId: action === 'merge' ? (step.masterId ?? null) : state === 'merged' ? before.mergedIntoId : null,
    outcome: action === 'resolve' ? (step.outcome ?? null) : fresh ? null : before.outcome,
    escalatedAt: fresh ? null : before.escalatedAt,
    keptFrom: keptFromAfter(before, step),
    ...clockColumns(before, [...history, { at, action, toState: state, cycle, data }], rules, at),
  };
}

/** What the row keeps of its clocks, so that lists can sort by them and the job finds what is due. */
export function clockColumns(
  before: Pick<Present, 'nextAlarmAt'>,
  events: readonly ClockEvent[],
  rules: ClockRules,
  now: Date,
): Pick<Present, 'dueAt' | 'acknowledgeDueAt' | 'replyDueAt' | 'restsUntil' | 'nextAlarmAt'> {
  const { acknowledge, reply, resolve, restsUntil, nextAlarmAt } = readClocks(events, rules, now);
  // An alarm that is overdue stays: the job has not told it yet.
  const waiting = before.nextAlarmAt !== null && before.nextAlarmAt <= now && resolve.state === 'running';
  return {
    dueAt: resolve.dueAt,
    acknowledgeDueAt: acknowledge.dueAt,
    replyDueAt: reply.dueAt,
    restsUntil,
    nextAlarmAt: waiting ? before.nextAlarmAt : nextAlarmAt,
  };
}

/** The state before the transfer was offered. */
function offeredFrom(history: readonly ClockEvent[]): State | null {
  const index = history.findLastIndex((it) => it.action === 'offerTransfer');
  return history[index - 1]?.toState ?? null;
}

function mdaAfter({ mdaId, offeredToMdaId }: Present, { action, mdaId: to }: Step): string {
  if (action === 'acceptTransfer') return offeredToMdaId ?? mdaId;
  return action === 'decideTransfer' ? (to ?? mdaId) : mdaId;
}

/** Whoever starts a complaint that nobody has, has it. A re-opened one goes back to the supervisor, who assigns it anew. */
function assigneeAfter({ assigneeId }: Present, step: Step): string | null {
  if (step.action === 'keepFrom' && assigneeId !== null && step.people?.includes(assigneeId)) return null;
  if (step.action === 'assign') return step.assigneeId ?? null;
  if (step.action === 'reopen') return null;
  if (step.action === 'start') return assigneeId ?? step.actorId;
  return assigneeId;
}

/** It stays kept from somebody wherever it goes, until they are let see it. */
function keptFromAfter({ keptFrom }: Present, { action, people = [] }: Step): string[] {
  if (action === 'keepFrom') return [...new Set([...keptFrom, ...people])];
  return action === 'letSee' ? keptFrom.filter((id) => !people.includes(id)) : keptFrom;
}

/** How the count of resolved complaints changes. */
export function resolvedChange(before: State, after: State): -1 | 0 | 1 {
  if (before === after) return 0;
  if (after === 'resolved') return 1;
  return before === 'resolved' ? -1 : 0;
}

/** How the count of complaints changes: one that is handled together with another is not counted beside it. */
export function totalChange(before: State, after: State): -1 | 0 | 1 {
  if (before === after) return 0;
  if (after === 'merged') return -1;
  return before === 'merged' ? 1 : 0;
}
