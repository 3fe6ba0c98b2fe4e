import { Heading, useNavigate } from '@baraza/app';
import { ReceiptSheet } from '@baraza/app/complaint/receipt-sheet';
import type { GuestReceipt } from '@baraza/contract';
import { Button, Icon, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import GuestOutbox from '../../../lib/outbox/guest-outbox.tsx';
import { forgetReceipt } from '../../../lib/outbox/kept-receipt.ts';
import { guestOwner } from '../../../lib/outbox/outbox.ts';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { SavePromise } from '../receipt/save-promise.tsx';
import { beginScreen } from './begin-screen.ts';
import { handReceipt } from './receipt-pair.ts';

interface SentStepProps {
  readonly receipt: GuestReceipt | null;
  readonly onTakenBack: () => void;
  readonly onForm: () => void;
}

/** Shows the receipt code, or the waiting complaint; returns to the form if there is neither. */
export function SentStep({ receipt, onTakenBack, onForm }: SentStepProps): ReactNode {
  const isEmpty = useOutbox(guestOwner).items.length === 0;
  useEffect(() => {
    if (!receipt && isEmpty) onForm();
  });
  if (receipt) return <ReceiptCode receipt={receipt} />;
  return !isEmpty && <WaitingStep onTakenBack={onTakenBack} onForm={onForm} />;
}

/** Shows the receipt code for the citizen to keep: nobody can show it again. */
export function ReceiptCode({ receipt }: { receipt: GuestReceipt }): ReactNode {
  const navigate = useNavigate();
  const isOnItsWay = useOutbox(guestOwner).items.some(({ follows }) => follows === receipt.trackingId);
  const [kept, setKept] = useState(false);
  useEffect(() => {
    if (kept) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeLeaving);
    return () => window.removeEventListener('beforeunload', askBeforeLeaving);
  }, [kept]);
  const leave = (path: string) => {
    forgetReceipt(receipt);
    navigate(path, { replace: true });
  };
  const open = () => {
    handReceipt(receipt);
    leave(paths.track);
  };
  return (
    <div className="grid w-full max-w-176 grid-cols-[minmax(0,1fr)] gap-4">
      <p className="flex items-center gap-2 font-semibold print:hidden">
        <Icon name="check" className="text-resolved-mark" />
        {t`Complaint submitted successfully!`}
      </p>
      <Heading title={t`Keep this code`} />
      <p className="text-ink-2">{t`It is the only key to your complaint. Write it down before you leave this page.`}</p>
      <ReceiptSheet receipt={receipt} address={paths.track} />
      <Notice tone="warning" title={t`Without this code nobody can open it, not even us.`}>
        {t`Paper is best. On a phone that others use, do not keep a picture of it.`}
      </Notice>
      <label className="flex min-h-11 items-center gap-3 print:hidden">
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />
        {t`I have kept the code`}
      </label>
      <SavePromise promise={receipt.promise} />
      {isOnItsWay && <GuestOutbox />}
      <div className="grid gap-3 print:hidden">
        <Button variant="primary" disabled={!kept} onClick={open}>
          {t`Open my complaint`}
        </Button>
        <Button disabled={!kept || isOnItsWay} onClick={() => leave(paths.landing)}>
          {t`Finish and delete the code from this phone`}
        </Button>
      </div>
    </div>
  );
}

function WaitingStep({ onTakenBack, onForm }: Omit<SentStepProps, 'receipt'>): ReactNode {
  // The next screen is a new one: the receipt code or the form.
  useLayoutEffect(() => beginScreen, []);
  return (
    <div className="grid w-full max-w-176 grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid gap-1.5">
        <Heading title={t`Not sent yet`} />
        <p className="max-w-[60ch]">
          <Trans>
            The code that opens your complaint comes with the server’s reply and is shown here. Come back to this page
            to see it.
          </Trans>
        </p>
      </div>
      <GuestOutbox onTakenBack={onTakenBack} />
      <div>
        <Button onClick={onForm}>{t`Write another complaint`}</Button>
      </div>
    </div>
  );
}
