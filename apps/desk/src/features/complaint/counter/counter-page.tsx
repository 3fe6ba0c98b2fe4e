import { FormProblem } from '@baraza/app';
import { ReceiptSheet } from '@baraza/app/complaint/receipt-sheet';
import { counterRoles, type GuestReceipt } from '@baraza/contract';
import { Button, Notice } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { CheckField } from '../../../lib/form/check-field.tsx';
import { forRoles, NewButton, Page } from '../../../lib/page/page.tsx';
import { CounterForm, ReadBack } from './counter-form.tsx';
import { useCounter } from './use-counter.ts';

/** Files a complaint for somebody who came, called or wrote: form, reading back, receipt. */
export default forRoles(counterRoles, CounterPage);

/** Address of the portal’s page that opens a complaint by its code. */
const track = '/track';

function CounterPage(): ReactNode {
  const [receipt, setReceipt] = useState<GuestReceipt | null>(null);
  const counter = useCounter(setReceipt);
  const { form, isReadBack } = counter;
  if (receipt) {
    const again = () => {
      counter.begin();
      setReceipt(null);
    };
    return <Receipt receipt={receipt} onAgain={again} />;
  }
  if (!isReadBack)
    return (
      <Page title={t`New complaint`} intro={t`For somebody who came, called or wrote. They get a code of their own.`}>
        <CounterForm counter={counter} />
      </Page>
    );
  return (
    <Page title={t`Read it back`} intro={t`Read this to them, and correct what they correct.`}>
      <FormProblem problem={form.problem} />
      <ReadBack counter={counter} />
      <CheckField
        checked={form.values.consent === 'true'}
        onChange={(agreed) => form.set('consent', agreed ? 'true' : '')}
      >
        {t`They heard it and agree that it is filed in their words`}
      </CheckField>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          disabled={form.values.consent !== 'true'}
          loading={form.pending}
          loadingText={t`Filing`}
          onClick={() => form.onSubmit()}
        >
          {t`File it`}
        </Button>
        <Button disabled={form.pending} onClick={counter.goBack}>
          {t`Back`}
        </Button>
      </div>
    </Page>
  );
}

function Receipt({ receipt, onAgain }: { readonly receipt: GuestReceipt; readonly onAgain: () => void }): ReactNode {
  const { host } = window.location;
  return (
    <Page title={t`Give them this receipt`}>
      <div className="receipt-paper grid max-w-144 grid-cols-[minmax(0,1fr)] gap-3">
        <ReceiptSheet receipt={receipt} address={track} />
        <p>{t`Scan the picture, or open ${host}${track} and enter both numbers. Whoever has the code can open the complaint.`}</p>
        <p>{t`Change the code there if somebody else has seen it: then they lose it.`}</p>
      </div>
      <div className="grid justify-items-start gap-4 print:hidden">
        <Notice tone="warning" title={t`Only this page shows the code.`}>
          {t`Print it or let them write it down before you go on.`}
        </Notice>
        <NewButton text={t`Next complaint`} onClick={onAgain} />
      </div>
    </Page>
  );
}
