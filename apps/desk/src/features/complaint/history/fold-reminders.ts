import type { HistoryEntry } from '@baraza/contract';

type Step = Pick<HistoryEntry, 'id' | 'action'>;

const atLeast = 3;

/** Maps the last reminder or escalation of a row to the ids before it. */
export function foldReminders(history: readonly Step[]): ReadonlyMap<string, readonly string[]> {
  const folds = new Map<string, readonly string[]>();
  let run: string[] = [];
  const close = () => {
    const last = run.at(-1);
    if (last !== undefined && run.length >= atLeast) folds.set(last, run.slice(0, -1));
    run = [];
  };
  for (const { id, action } of history) {
    if (action === 'remind' || action === 'escalate') run.push(id);
    else close();
  }
  close();
  return folds;
}
