import type { DeskComplaint } from '@baraza/contract';
import { Timeline } from '@baraza/ui/timeline';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { FiledWords } from './filed-words.tsx';
import { HistoryStep } from './history-step.tsx';

type CaseHistoryProps = { complaint: DeskComplaint; fresh: ReadonlySet<string>; now: Date };

/** Everything that happened, from first to last: the citizen's words, answers, notes, moves. */
export function CaseHistory({ complaint, fresh, now }: CaseHistoryProps): ReactNode {
  return (
    <Timeline label={t`History`}>
      {complaint.history.map((entry) => (
        <HistoryStep
          key={entry.id}
          entry={entry}
          citizenName={complaint.citizen.name}
          fresh={fresh.has(entry.id)}
          now={now}
        >
          {entry.action === 'submit' && <FiledWords complaint={complaint} />}
        </HistoryStep>
      ))}
    </Timeline>
  );
}
