import { type Action, openStates, type State, type Transition, workedStates } from './state.ts';

const byCitizen = { by: ['citizen'], visibility: 'public' } as const;

/** Actions of citizens: their part of the table of `lifecycle.ts`, which is all the portal needs. */
export const citizenTransitions = {
  answer: { from: ['awaiting_citizen'], to: 'in_progress', ...byCitizen, needs: ['text'], files: true },
  /** Files at any time, with or without words about them. */
  addEvidence: { from: openStates, to: 'same', ...byCitizen, needs: ['files'], files: true },
  withdraw: { from: workedStates, to: 'withdrawn', ...byCitizen },
  reopen: { from: ['resolved'], to: 'received', ...byCitizen, needs: ['reason'], files: true, opensCycle: true },
  /** The citizen says that it is solved, and may take that back. Re-opening stays open to them. */
  confirmResolution: { from: ['resolved'], to: 'same', ...byCitizen },
  revokeConfirmation: { from: ['resolved'], to: 'same', ...byCitizen },
  /** Once, after a rejection or a second resolution: oversight decides. */
  appeal: { from: ['resolved', 'rejected'], to: 'appeal', ...byCitizen, needs: ['reason'] },
} satisfies Partial<Record<Action, Transition>>;

interface InState {
  readonly state: State;
}

function isPossible(action: keyof typeof citizenTransitions, { state }: InState): boolean {
  const { from }: Transition = citizenTransitions[action];
  return from.includes(state);
}

export const canReopen = (complaint: InState): boolean => isPossible('reopen', complaint);
export const canWithdraw = (complaint: InState): boolean => isPossible('withdraw', complaint);
export const canAddEvidence = (complaint: InState): boolean => isPossible('addEvidence', complaint);
export const canAnswer = (complaint: InState): boolean => isPossible('answer', complaint);

/** Whether the citizen may still say that it is solved. */
export function canConfirm(complaint: InState & { confirmedAt: unknown }): boolean {
  return complaint.confirmedAt === null && isPossible('confirmResolution', complaint);
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
