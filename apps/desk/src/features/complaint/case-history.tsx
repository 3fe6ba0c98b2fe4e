import type { DeskComplaint } from '@baraza/contract';
import { Timeline } from '@baraza/ui/timeline';
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { FiledWords } from './filed-words.tsx';
import { foldAlarms } from './fold-alarms.ts';
import { HistoryStep } from './history-step.tsx';

type CaseHistoryProps = { complaint: DeskComplaint; fresh: ReadonlySet<string>; now: Date };

/** Everything that happened, from first to last: the citizen's words, answers, notes, moves. */
export function CaseHistory({ complaint, fresh, now }: CaseHistoryProps): ReactNode {
  const folds = foldAlarms(complaint.history);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const hidden = new Set([...folds].flatMap(([last, before]) => (unfolded.includes(last) ? [] : before)));
  return (
    <Timeline label={t`History`}>
      {complaint.history.map((entry) => {
        const before = folds.get(entry.id);
        return (
          <HistoryStep
            key={entry.id}
            entry={entry}
            citizenName={complaint.citizen.name}
            fresh={fresh.has(entry.id)}
            folded={hidden.has(entry.id)}
            now={now}
          >
            {entry.action === 'submit' ? (
              <FiledWords complaint={complaint} />
            ) : before && !unfolded.includes(entry.id) ? (
              <Unfold count={before.length} onUnfold={() => setUnfolded([...unfolded, entry.id])} />
            ) : null}
          </HistoryStep>
        );
      })}
    </Timeline>
  );
}

/** The focus goes with the button; the history, which scrolls, takes it. */
function Unfold({ count, onUnfold }: { count: number; onUnfold: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="min-h-6 font-semibold text-brand underline underline-offset-3 print:hidden"
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('.case-history')?.focus({ preventScroll: true });
        onUnfold();
      }}
    >
      {t`${plural(count, { one: 'Show # earlier notice of the clocks', other: 'Show # earlier notices of the clocks' })}`}
    </button>
  );
}
