import type { BulkInput, BulkResult, DeskComplaintSummary } from '@baraza/contract';
import { useState } from 'react';
import { errorText } from '@baraza/app/texts';
import { useTransitionInBulk } from '../complaint.api.ts';

/** Complaints per call: few enough that progress is visible. */
const batchSize = 10;

export interface BulkOutcome {
  readonly row: DeskComplaintSummary;
  readonly ok: boolean;
  /** No answer came, so it may have been done: a retry sends the same version. */
  readonly lost: boolean;
  readonly text: string;
}

/** Runs one action on several complaints, some at a time. A failure stops none of the others. */
export function useBulk() {
  const { mutateAsync } = useTransitionInBulk();
  const [results, setResults] = useState<readonly BulkOutcome[]>([]);
  const [running, setRunning] = useState(false);

  const run = async (rows: readonly DeskComplaintSummary[], input: Omit<BulkInput, 'items'>): Promise<void> => {
    setRunning(true);
    setResults([]);
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      const items = batch.map(({ id, version }) => ({ id, version }));
      // One portion after another, so that the server does other work in between.
      const done = await mutateAsync({ ...input, items }).then(
        (answers) =>
          batch.map((row) =>
            outcomeOf(
              row,
              answers.find((answer) => answer.id === row.id),
            ),
          ),
        (error: unknown) => batch.map((row) => ({ row, ok: false, lost: true, text: errorText(error) })),
      );
      setResults((before) => [...before, ...done]);
    }
    setRunning(false);
  };
  /** Clears the results, so that it can be sent again. */
  const reset = () => setResults([]);
  return { run, running, results, reset };
}

function outcomeOf(row: DeskComplaintSummary, answer: BulkResult | undefined): BulkOutcome {
  return { row, ok: answer?.ok === true, lost: false, text: answer?.error?.message ?? '' };
}
