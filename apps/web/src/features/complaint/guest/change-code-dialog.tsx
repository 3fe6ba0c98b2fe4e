import { ActionDialog, actAsGuest, call, errorText, newKey, notify } from '@baraza/app';
import { ReceiptSheet } from '@baraza/app/complaint/receipt-sheet';
import { changeReceiptCode } from '@baraza/contract';
import { Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import type { Opened } from './take-over-dialog.tsx';

interface ChangeCodeDialogProps {
  readonly opened: Opened;
  readonly onChanged: (opened: Opened) => void;
  readonly onClose: () => void;
}

/** Dialog that replaces the receipt code, once the new one is kept. */
export default function ChangeCodeDialog({ opened, onChanged, onClose }: ChangeCodeDialogProps): ReactNode {
  const { id, pair } = opened;
  const [key] = useState(newKey);
  const [isKept, setKept] = useState(false);
  const change = (kept: boolean) => call(changeReceiptCode, { body: { id, key, kept } });
  // A new key each time: the code is nowhere once the dialog is closed.
  const shown = useQuery({
    queryKey: ['receipt-code', key],
    queryFn: () => change(false),
    gcTime: 0,
    staleTime: Infinity,
  });
  const replace = useMutation({
    mutationFn: () => change(true),
    onSuccess: ({ receiptCode }) => {
      const now = { ...opened, pair: { ...pair, receiptCode } };
      actAsGuest(now);
      onChanged(now);
      notify.success(t`The new code works, the old one no longer.`);
      onClose();
    },
  });
  const failure = shown.error ?? replace.error;
  return (
    <ActionDialog
      title={t`Change the receipt code`}
      yes={t`Change the code`}
      ready={isKept && shown.data !== undefined}
      pending={replace.isPending}
      onYes={() => replace.mutate()}
      onClose={onClose}
    >
      {failure && (
        <Notice tone="danger" role="alert">
          {errorText(failure)}
        </Notice>
      )}
      <p>{t`Whoever has the old code, also who filed for you, can then no longer open this complaint. Keep the new one first.`}</p>
      {shown.data && <ReceiptSheet receipt={{ ...pair, ...shown.data }} address={paths.track} />}
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
        {t`I have kept the code`}
      </label>
    </ActionDialog>
  );
}
