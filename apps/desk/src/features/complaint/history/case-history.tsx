import type { DeskComplaint } from '@baraza/contract';
import { Timeline } from '@baraza/ui/timeline';
import { plural, t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { FiledWords } from './filed-words.tsx';
import { foldReminders } from './fold-reminders.ts';
import { HistoryStep } from './history-step.tsx';

type CaseHistoryProps = { complaint: DeskComplaint; fresh: ReadonlySet<string>; now: Date };

/** Everything that happened, from first to last: the citizen's words, answers, notes, moves. */
export function CaseHistory({ complaint, fresh, now }: CaseHistoryProps): ReactNode {
  const folds = foldReminders(complaint.history);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  // By the first of them: the last one is another with the next notice.
  const isUnfolded = ([first]: readonly string[]) => first !== undefined && unfolded.includes(first);
  const hidden = new Set([...folds.values()].flatMap((before) => (isUnfolded(before) ? [] : before)));
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
            ) : before && !isUnfolded(before) ? (
              <Unfold count={before.length} onUnfold={() => setUnfolded([...unfolded, ...before.slice(0, 1)])} />
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
