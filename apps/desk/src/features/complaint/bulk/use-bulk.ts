import type { BulkAction } from '@baraza/contract';
import { useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { inputFor, planBulk, type BulkValues } from './bulk-plan.ts';
import type { BulkRun } from './use-bulk-run.ts';
import type { Selection } from './use-selection.ts';

export type BulkMark = 'leftOut' | 'waits' | 'sending' | 'done' | 'failed';

/** Plans an action on the selected complaints, and runs it. */
export function useBulk(selection: Selection, { run, begin, stop, reset }: BulkRun) {
  const me = useMe();
  const [action, choose] = useState<BulkAction>('resolve');
  const [values, setValues] = useState<BulkValues>({ outcome: 'solved' });
  const plan = run?.plan ?? planBulk(selection.chosen, action, values, me);
  const leftOut = new Set([...plan.leftOut.values()].flat().map(({ id }) => id));
  const included = new Set(plan.included.map(({ id }) => id));

  const markOf = (id: string): BulkMark | undefined => {
    if (leftOut.has(id)) return 'leftOut';
    if (!run || !included.has(id)) return undefined;
    return run.outcomes.get(id)?.mark ?? 'waits';
  };
  const withMark = (mark: BulkMark) => plan.included.filter(({ id }) => markOf(id) === mark);
  return {
    action,
    values,
    plan,
    run,
    markOf,
    withMark,
    choose,
    set: (changes: BulkValues) => setValues((before) => ({ ...before, ...changes })),
    begin: () => begin(plan, inputFor(action, values)),
    undo: reset,
    stop,
    again: () => {
      selection.choose(plan.included.filter(({ id }) => markOf(id) !== 'done').map(({ id }) => id));
      reset();
    },
    close: () => {
      reset();
      selection.turn(false);
    },
  };
}

export type Bulk = ReturnType<typeof useBulk>;
