import { formatDay } from '@baraza/app';
import { type AlongStep, dayIn, type Me, type SavedReply } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { priorityWord } from '../mark/marks.ts';
import { goneWords } from '../view/gone-words.ts';

/** A step that is taken when the message is sent, with its words. */
export interface Staged {
  /** Null for what the saved reply names and is gone. */
  readonly step: AlongStep | null;
  readonly words: string;
}

/** Lists what a saved reply stages; the newer of two equal actions counts. */
export function stagedBy(reply: SavedReply, me: Pick<Me, 'id'>, before: readonly Staged[] = []): readonly Staged[] {
  const { category, assignee, unit, priority, tags, followUpDays } = reply.actions;
  const stage = (step: AlongStep, words: string): Staged => ({ step, words });
  const named = (
    field: 'category' | 'assignee' | 'unit',
    id: string | undefined,
    to: (id: string, name: string) => Staged,
  ) => {
    if (id === undefined) return [];
    const name = reply.names[id];
    const what = goneWords([field]);
    return [name === undefined ? { step: null, words: t`No longer there: ${what}` } : to(id, name)];
  };
  const followUp = followUpDays && dayIn(undefined, new Date(Date.now() + followUpDays * 86_400_000));
  const next = [
    ...named('category', category, (id, name) => stage({ action: 'categorise', category: id }, t`Category: ${name}`)),
    ...(priority ? [stage({ action: 'prioritise', priority }, t`Priority: ${priorityWord(priority)}`)] : []),
    ...(followUp ? [stage({ action: 'followUp', followUp }, t`Follow up on ${formatDay(followUp)}`)] : []),
    ...(tags ? [stage({ action: 'tag', tags }, t`Tags: ${tags.join(', ')}`)] : []),
    ...named('unit', unit, (id, name) => stage({ action: 'setUnit', unit: id }, t`Move to ${name}`)),
    ...(assignee === 'me'
      ? [stage({ action: 'assign', assignee: me.id }, t`Assign to me`)]
      : named('assignee', assignee, (id, name) =>
          stage({ action: 'assign', assignee: id, reason: reply.title }, t`Assign to ${name}`),
        )),
  ];
  return [...before.filter(({ step }) => step && !next.some((other) => other.step?.action === step.action)), ...next];
}

/** Returns the steps to send along; undefined where there are none. */
export function alsoOf(staged: readonly Staged[] = []): AlongStep[] | undefined {
  const steps = staged.flatMap(({ step }) => step ?? []);
  return steps.length > 0 ? steps : undefined;
}

/** Keeps the staged steps of a complaint, also while another one is open. */
export function useStaged(complaintId: string) {
  const client = useQueryClient();
  const queryKey = ['staged', complaintId];
  const { data: staged = [] } = useQuery<readonly Staged[]>({ queryKey, queryFn: skipToken, gcTime: Infinity });
  return { staged, stage: (next: readonly Staged[]) => client.setQueryData(queryKey, next) };
}
