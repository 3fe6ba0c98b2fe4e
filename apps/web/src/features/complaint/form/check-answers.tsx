import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { AnswersCheck } from './answers-check.tsx';
import type { ComplaintForm } from './use-complaint-form.ts';

/** Opens what a signed-in citizen is about to send, to be read once more. */
export default function CheckAnswers({ it }: { it: ComplaintForm }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const level = it.form.values.identity === 'confidential' ? t`Confidential` : t`Named`;
  return (
    <div className="px-4 pb-4 m:px-6">
      <Button variant="quiet" icon="eye" className="-ms-2.5" disabled={it.form.pending} onClick={() => setOpen(true)}>
        <Trans>Check your answers</Trans>
      </Button>
      {isOpen && (
        <Dialog size="l" onClose={() => setOpen(false)} title={t`Check your answers`} closeLabel={t`Close`}>
          <AnswersCheck it={it} level={level} />
        </Dialog>
      )}
    </div>
  );
}
