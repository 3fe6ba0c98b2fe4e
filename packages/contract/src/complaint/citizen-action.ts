import { openStates, type State, type Transition, workedStates } from './state.ts';

/** What citizens do with their complaints: their part of the table of `lifecycle.ts`, which the portal needs alone. */
export const citizenTransitions = {
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
} as const satisfies Record<string, Transition>;

function isFrom(action: keyof typeof citizenTransitions, { state }: { state: State }): boolean {
  return (citizenTransitions[action].from as readonly State[]).includes(state);
}

export function canReopen(complaint: { state: State }): boolean {
  return isFrom('reopen', complaint);
}

/** Whether the citizen may still say that it is solved. */
export function canConfirm(complaint: { state: State; confirmedAt: unknown }): boolean {
  return complaint.confirmedAt === null && isFrom('confirmResolution', complaint);
}

export function canWithdraw(complaint: { state: State }): boolean {
  return isFrom('withdraw', complaint);
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
  return isFrom('addEvidence', complaint);
}

export function canAnswer(complaint: { state: State }): boolean {
  return isFrom('answer', complaint);
}
