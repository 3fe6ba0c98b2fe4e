import { notify } from '@baraza/app';
import type { Recusal } from '@baraza/contract';
import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { DayText } from '../../../lib/format/date-text.tsx';
import type { CasePart } from './case-part.ts';

/** Lists recused staff with date and reason, and the decisions open to the reader. */
export function RecusedStaff({ complaint, transitions, onDialog }: Omit<CasePart, 'now'>) {
  const list = useRef<HTMLUListElement>(null);
  // The dialog that lifts a recusal shows its own refusals.
  const [isDecision, setIsDecision] = useState(false);
  const decide = async (action: 'confirmRecusal' | 'liftRecusal', { id, name }: Recusal) => {
    setIsDecision(true);
    if (!(await transitions.act(action, { person: id }))) return;
    notify.success(action === 'confirmRecusal' ? t`${name} stays recused.` : t`${name} sees the complaint again.`);
    list.current?.focus();
  };
  const lift = (person: Recusal) => {
    setIsDecision(false);
    onDialog({ action: 'liftRecusal', person });
  };
  return (
    <>
      {/* Takes the focus from a button that disappears once pressed. */}
      <ul ref={list} tabIndex={-1} className="grid gap-2">
        {complaint.recusedStaff.map((recusal) => (
          <li key={recusal.id} className="grid gap-1">
            <bdi>{recusal.name}</bdi>
            <span className="text-sm font-normal break-words text-ink-2" dir="auto">
              <RecusalCause recusal={recusal} />
            </span>
            {recusal.decidedBy === null
              ? complaint.allowed.includes('confirmRecusal') && (
                  <div className="flex flex-wrap gap-1.5 print:hidden">
                    {(['confirmRecusal', 'liftRecusal'] as const).map((action) => (
                      <Button
                        key={action}
                        size="s"
                        loading={transitions.pending === action}
                        onClick={() => void decide(action, recusal)}
                      >
                        {action === 'confirmRecusal' ? t`About them` : t`Only mentions them`}
                        <span className="sr-only">{recusal.name}</span>
                      </Button>
                    ))}
                  </div>
                )
              : complaint.allowed.includes('liftRecusal') && (
                  <Button size="s" className="justify-self-start print:hidden" onClick={() => lift(recusal)}>
                    {t`Lift recusal`}
                    <span className="sr-only">{recusal.name}</span>
                  </Button>
                )}
          </li>
        ))}
      </ul>
      {isDecision && transitions.refusal && (
        <Notice tone="danger" role="alert" onClose={transitions.dismiss} closeLabel={t`Close`}>
          {transitions.refusal.text}
        </Notice>
      )}
    </>
  );
}

function RecusalCause({ recusal }: { recusal: Recusal }) {
  const { since, why, decidedBy, reason } = recusal;
  if (decidedBy === null) return t`The citizen mentions them. Is the complaint about them?`;
  return (
    <>
      {why === 'mentioned' ? t`About them, decided by ${decidedBy}` : reason} · <DayText at={since} />
    </>
  );
}
