import {
  transitionInBulk,
  transitionOf,
  type BulkAction,
  type BulkInput,
  type BulkResult,
  type DeskComplaintSummary,
  type Me,
} from '@baraza/contract';
import { call, errorText, say } from '@baraza/app';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useMe } from '../../../lib/api/session.tsx';
import { refreshDesk } from '../live-desk.ts';
import { inputFor, planBulk, stepsTo, type BulkPlan, type BulkValues } from './bulk-plan.ts';
import type { Selection } from './use-selection.ts';

/** Complaints per call: few enough for visible progress and quick stopping. */
export const batchSize = 10;
/** Delay before anything that citizens read is sent (seconds), since sent texts cannot be withdrawn. */
export const undoSeconds = 10;

type Row = DeskComplaintSummary;
type Input = Omit<BulkInput, 'items'>;

export type BulkMark = 'leftOut' | 'waits' | 'sending' | 'done' | 'failed';

interface BulkOutcome {
  readonly mark: Exclude<BulkMark, 'leftOut' | 'waits'>;
  readonly text?: string;
}

interface Run {
  readonly phase: 'delayed' | 'running' | 'finished';
  readonly input: Input;
  readonly plan: BulkPlan<Row>;
  readonly outcomes: ReadonlyMap<string, BulkOutcome>;
}

/** Runs one action on several complaints in batches. A failure does not stop the others. */
export function useBulkRun() {
  const me = useMe();
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const timer = useRef(0);
  const isStopped = useRef(false);

  const stop = () => {
    isStopped.current = true;
  };
  // Leaving the page stops the run, since its results would go unseen.
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stop();
    },
    [],
  );

  const change = (changes: Partial<Run>) => setRun((before) => before && { ...before, ...changes });
  const record = (outcomes: Iterable<readonly [string, BulkOutcome]>) =>
    setRun((before) => before && { ...before, outcomes: new Map([...before.outcomes, ...outcomes]) });

  const start = async (rows: readonly Row[], input: Input) => {
    change({ phase: 'running' });
    for (let at = 0; at < rows.length && !isStopped.current; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      record(batch.map(({ id }) => [id, { mark: 'sending' }]));
      // Batches run one after another, so that the server can do other work in between.
      record(await sendBatch(batch, input, me));
    }
    change({ phase: 'finished' });
    refreshDesk(client, []);
  };
  const begin = (plan: BulkPlan<Row>, input: Input) => {
    isStopped.current = false;
    const isPublic = transitionOf(input.action).visibility === 'public';
    setRun({ phase: 'delayed', input, plan, outcomes: new Map() });
    timer.current = window.setTimeout(() => void start(plan.included, input), isPublic ? undoSeconds * 1000 : 0);
  };
  const reset = () => {
    clearTimeout(timer.current);
    setRun(null);
  };
  return { run, begin, stop, reset };
}

/** Plans an action on the selected complaints, and runs it. */
export function useBulk(selection: Selection, { run, begin, stop, reset }: ReturnType<typeof useBulkRun>) {
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
  const withMark = (...marks: (BulkMark | undefined)[]) => plan.included.filter(({ id }) => marks.includes(markOf(id)));
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

/** Takes each step for the whole batch. A complaint refused at one step skips the next. */
async function sendBatch(rows: readonly Row[], input: Input, me: Me): Promise<Map<string, BulkOutcome>> {
  const unstarted = rows.filter((row) => (stepsTo(input.action, row, me) ?? []).length > 1);
  const started = await send(unstarted, { action: 'start' });
  const ready = rows.flatMap((row) => {
    const outcome = started.get(row.id);
    if (!outcome) return [row];
    return outcome.mark === 'done' ? [{ ...row, version: row.version + 1 }] : [];
  });
  return new Map([...started, ...(await send(ready, input))]);
}

async function send(rows: readonly Row[], input: Input): Promise<Map<string, BulkOutcome>> {
  if (rows.length === 0) return new Map();
  const items = rows.map(({ id, version }) => ({ id, version }));
  return call(transitionInBulk, { body: { ...input, items } }).then(
    (results) => new Map(results.map((result) => [result.id, outcomeOf(result)])),
    (error: unknown) => new Map(rows.map(({ id }) => [id, { mark: 'failed', text: errorText(error) }])),
  );
}

function outcomeOf({ ok, error }: BulkResult): BulkOutcome {
  return ok ? { mark: 'done' } : { mark: 'failed', text: say(error?.message ?? '') };
}
