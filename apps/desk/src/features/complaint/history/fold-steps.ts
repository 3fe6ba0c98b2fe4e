import type { HistoryEntry } from '@baraza/contract';

type Step = Pick<HistoryEntry, 'id' | 'action'>;

const isReminder = ({ action }: Step) => action === 'remind' || action === 'escalate';

/** Groups a history for display: reminders and escalations in a row are one group, other steps one each. */
export function foldSteps<S extends Step>(history: readonly S[]): S[][] {
  const groups: S[][] = [];
  for (const step of history) {
    const last = groups.at(-1);
    if (last?.[0] && isReminder(step) && isReminder(last[0])) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

const words: readonly HistoryEntry['action'][] = ['answer', 'addEvidence', 'reopen', 'appeal'];
const replies: readonly HistoryEntry['action'][] = ['reply', 'ask', 'resolve', 'reject'];

/** Finds the step at which a complaint opens: words of the citizen that nobody has answered, or the newest that is no reminder. */
export function openingStep<S extends Step>(history: readonly S[]): S | undefined {
  const heard = history.findLastIndex(({ action }) => words.includes(action));
  const answered = history.findLastIndex(({ action }) => replies.includes(action));
  return heard > answered ? history[heard] : history.findLast((step) => !isReminder(step));
}
