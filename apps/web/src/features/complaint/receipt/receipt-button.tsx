import { lazyPart } from '@baraza/app';
import type { Complaint, HistoryEntry } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState } from 'react';

const ReceiptDialog = lazyPart(() => import('./receipt-dialog.tsx'));

interface ReceiptButtonProps {
  readonly complaint: Complaint;
  readonly entry: HistoryEntry;
  readonly what: string;
}

/** Opens the receipt of a step. */
export function ReceiptButton({ complaint, entry, what }: ReceiptButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-label={t`Receipt: ${what}`} onClick={() => setOpen(true)}>
        {t`Receipt`}
      </Button>
      {isOpen && <ReceiptDialog complaint={complaint} entry={entry} what={what} onClose={() => setOpen(false)} />}
    </>
  );
}
