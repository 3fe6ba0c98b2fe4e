import type { BulkInput, BulkResult, DeskComplaintSummary } from '@baraza/contract';
import { useState } from 'react';
import { errorText } from '../../../lib/i18n/texts.ts';
import { useActInBulk } from '../complaint.api.ts';

/** So many at once: few enough that one sees it move on. */
const portion = 10;

export interface BulkOutcome {
  readonly row: DeskComplaintSummary;
  readonly ok: boolean;
  /** No answer came, so that it may have been done: another try goes with the version that was sent. */
  readonly lost: boolean;
  readonly text: string;
}

/** Does the same with several complaints, some at a time. What fails for one stops none of the others. */
export function useBulk() {
  const { mutateAsync } = useActInBulk();
  const [results, setResults] = useState<readonly BulkOutcome[]>([]);
  const [running, setRunning] = useState(false);

  const run = async (rows: readonly DeskComplaintSummary[], input: Omit<BulkInput, 'items'>): Promise<void> => {
    setRunning(true);
    setResults([]);
    for (let at = 0; at < rows.length; at += portion) {
      const some = rows.slice(at, at + portion);
      const items = some.map(({ id, version }) => ({ id, version }));
      // One portion after another, so that the server does other work in between.
      const done = await mutateAsync({ ...input, items }).then(
        (answers) =>
          some.map((row) =>
            outcomeOf(
              row,
              answers.find((it) => it.id === row.id),
            ),
          ),
        (error: unknown) => some.map((row) => ({ row, ok: false, lost: true, text: errorText(error) })),
      );
      setResults((before) => [...before, ...done]);
    }
    setRunning(false);
  };
  /** Forgets the results, so that it can be sent again. */
  const reset = () => setResults([]);
  return { run, running, results, reset };
}

function outcomeOf(row: DeskComplaintSummary, answer: BulkResult | undefined): BulkOutcome {
  return { row, ok: answer?.ok === true, lost: false, text: answer?.error?.message ?? '' };
}
