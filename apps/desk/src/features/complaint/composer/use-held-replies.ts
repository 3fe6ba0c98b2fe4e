import { call, notify } from '@baraza/app';
import { staffMessage, undoReply, type DeskComplaint, type HistoryEntry } from '@baraza/contract';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../../lib/api/session.tsx';
import type { DraftHandle } from './use-draft.ts';

/** A reply that the server holds back for some seconds. */
export interface HeldReply {
  readonly hold: string;
  readonly text: string;
  readonly files: readonly File[];
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

/** Tracks held replies to a complaint, also while another complaint is open. */
export function useHeldReplies({ id, history }: Pick<DeskComplaint, 'id' | 'history'>, drafts: DraftHandle) {
  const client = useQueryClient();
  const me = useMe();
  const queryKey = ['held-replies', id];
  const { data: all = [] } = useQuery<readonly HeldReply[]>({ queryKey, queryFn: skipToken });
  const change = (next: (before: readonly HeldReply[]) => readonly HeldReply[]) =>
    client.setQueryData<readonly HeldReply[]>(queryKey, (before = []) => next(before));

  const isOwnReply = ({ action, actorId, text }: HistoryEntry) =>
    actorId === me.id &&
    (['reply', 'ask', 'resolve'].includes(action) || text?.startsWith(staffMessage.replyNotSent) === true);
  const undo = async ({ hold, text, files }: Pick<HeldReply, 'hold' | 'text' | 'files'>) => {
    try {
      const { message } = await call(undoReply, { params: { id }, body: { hold } });
      change((before) => before.filter((reply) => reply.hold !== hold));
      undone.set(id, files);
      drafts.restore(text);
      notify.info(message);
    } catch (error) {
      notify.failure(error);
    }
  };
  return {
    // Replies are sent in the order in which they were written.
    held: all.slice(history.slice(all[0]?.steps).filter(isOwnReply).length),
    /** Adds a reply that was just submitted. */
    add: (sent: Omit<HeldReply, 'until'>) =>
      change((before) => [...before, { ...sent, until: Date.now() + undoSeconds * 1000 }]),
    undo,
  };
}

export type HeldReplies = ReturnType<typeof useHeldReplies>;
