import { call, newKey, notify } from '@baraza/app';
import {
  heldActions,
  type HeldDecision,
  heldDecisions,
  isHeldDecision,
  staffMessage,
  undoReply,
  type DeskComplaint,
  type HistoryEntry,
} from '@baraza/contract';
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../../lib/api/session.tsx';
import type { Transitions } from '../transition/use-transitions.ts';
import type { DraftHandle } from './use-draft.ts';
import { type Staged, useStaged } from './use-staged.ts';

/** A reply or decision that the server holds back for some seconds. */
export interface HeldReply {
  readonly hold: string;
  /** Absent for a reply. */
  readonly decision?: { readonly action: HeldDecision; readonly requester?: string | undefined };
  readonly text: string;
  readonly files: readonly File[];
  /** Taken along with it. */
  readonly staged?: readonly Staged[];
  /** Number of steps in the history before it. */
  readonly steps: number;
  /** When undoing ends (ms since 1970). */
  readonly until: number;
}

/** Time for which the server holds a reply. */
export const undoSeconds = 10;

/** Files of undone replies by complaint, until its composer takes them. */
const undone = new Map<string, readonly File[]>();

/** Removes and returns the files of an undone reply. */
export function takeUndoneFiles(complaintId: string): readonly File[] {
  const files = undone.get(complaintId) ?? [];
  undone.delete(complaintId);
  return files;
}

const keyOf = (id: string) => ['held-replies', id];

/** Whether a reply or decision on a complaint can still be undone: it was answered seconds ago. */
export function hasHeldReply(client: QueryClient, id: string): boolean {
  const held = client.getQueryData<readonly HeldReply[]>(keyOf(id)) ?? [];
  return held.some(({ until }) => until > Date.now());
}

/** Tracks held replies and decisions on a complaint, also while another complaint is open. */
export function useHeldReplies({ id, history }: Pick<DeskComplaint, 'id' | 'history'>, drafts: DraftHandle) {
  const client = useQueryClient();
  const me = useMe();
  const { stage } = useStaged(id);
  const queryKey = keyOf(id);
  const { data: all = [] } = useQuery<readonly HeldReply[]>({ queryKey, queryFn: skipToken });
  const change = (next: (before: readonly HeldReply[]) => readonly HeldReply[]) =>
    client.setQueryData<readonly HeldReply[]>(queryKey, (before = []) => next(before));

  const isOwnReply = ({ action, actorId, text }: HistoryEntry) =>
    actorId === me.id && (heldActions.includes(action) || notDone.some((words) => text?.startsWith(words) === true));
  const undo = async ({ hold, text, files, staged = [] }: Pick<HeldReply, 'hold' | 'text' | 'files' | 'staged'>) => {
    try {
      const { message } = await call(undoReply, { params: { id }, body: { hold } });
      change((before) => before.filter((reply) => reply.hold !== hold));
      undone.set(id, files);
      stage(staged);
      drafts.restore(text);
      notify.info(message);
    } catch (error) {
      notify.failure(error);
    }
  };
  // They are sent in the order in which they were written.
  const held = all.slice(history.slice(all[0]?.steps).filter(isOwnReply).length);
  return {
    held: held.filter(({ decision }) => !decision),
    decisions: held.filter(({ decision }) => decision),
    /** Adds what was just submitted. */
    add: (sent: Omit<HeldReply, 'until'>) =>
      change((before) => [...before, { ...sent, until: Date.now() + undoSeconds * 1000 }]),
    undo,
  };
}

export type HeldReplies = ReturnType<typeof useHeldReplies>;

const notDone = [staffMessage.replyNotSent, ...heldDecisions.map((action) => staffMessage[`${action}NotTaken`])];

/** Sends decisions with a hold, as the composer sends replies. */
export function holdingDecisions(transitions: Transitions, { add }: HeldReplies): Transitions {
  const act: Transitions['act'] = async (action, input, carry) => {
    if (!isHeldDecision(action)) return transitions.act(action, input, carry);
    const hold = newKey();
    const result = await transitions.act(action, { ...input, hold });
    const decision = { action, requester: input?.requester };
    if (result?.after) add({ hold, decision, text: '', files: [], steps: result.after.history.length });
    return result;
  };
  return { ...transitions, act };
}
