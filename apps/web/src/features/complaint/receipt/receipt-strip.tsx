import type { FiledComplaint } from '@baraza/contract';
import { lazyPart, returnToHeading, TrackingText } from '@baraza/app';
import { Button, Icon, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { paths } from '../../../lib/router/paths.ts';
import { share } from '../../../lib/page/share.ts';
import { setReceipt, useReceipt } from './receipt.ts';
import { SavePromise } from './save-promise.tsx';

const ComplaintPrintSheet = lazyPart(() => import('./complaint-print-sheet.tsx'), { quiet: true });

/** Shows the receipt of the complaint just submitted, if any. */
export function Receipt() {
  const complaint = useReceipt();
  return complaint && <ReceiptStrip complaint={complaint} />;
}

/** Confirms that the complaint has arrived and shows its tracking ID. Takes the focus when it appears. */
function ReceiptStrip({ complaint }: { complaint: FiledComplaint }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    returnToHeading();
    setReceipt(null);
  };
  useEffect(() => heading.current?.focus(), []);
  const { id, title, trackingId } = complaint;
  const link = { title, text: t`My complaint ${trackingId}`, path: paths.complaint(id) };
  return (
    <section aria-labelledby="receipt" className="print:contents">
      <div className="sheet flex items-start gap-3 border-s-[0.3rem] border-s-resolved-mark px-4 py-4 m:px-5 print:hidden">
        <Icon name="check" className="mt-0.5 text-resolved-mark" />
        <div className="grid min-w-0 flex-1 gap-2">
          <h2 ref={heading} id="receipt" tabIndex={-1} className="text-h3">
            {t`Complaint submitted successfully!`}
          </h2>
          <p className="flex flex-wrap items-center gap-x-2">
            {t`Your tracking ID is`} <TrackingText id={trackingId} />
          </p>
          <p className="text-md text-ink-2">{t`Keep it to find your complaint again.`}</p>
          <div className="mt-1 flex flex-wrap gap-2">
            <Button icon="print" onClick={() => window.print()}>
              {t`Print`}
            </Button>
            <Button icon="share" onClick={() => void share(link)}>
              {t`Share`}
            </Button>
          </div>
          <SavePromise promise={complaint.promise} />
        </div>
        <IconButton icon="close" label={t`Close the receipt`} onClick={close} className="-me-2 -mt-2" />
      </div>
      <ComplaintPrintSheet complaint={complaint} />
    </section>
  );
}
