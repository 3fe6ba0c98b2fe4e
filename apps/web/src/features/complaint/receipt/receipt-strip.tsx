import type { FiledComplaint } from '@baraza/contract';
import { lazyPart, Link, returnToHeading, say, TrackingText } from '@baraza/app';
import { Button, cx, Icon, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { needsPerson, readOutbox, type OutboxItem } from '../../../lib/outbox/outbox.ts';
import { paths } from '../../../lib/router/paths.ts';
import { share } from '../../../lib/page/share.ts';
import { closeReceipt, takesFocus, useReceipt } from './receipt.ts';
import { SavePromise } from './save-promise.tsx';

const ComplaintPrintSheet = lazyPart(() => import('./complaint-print-sheet.tsx'), { quiet: true });

/** Shows the last complaint of this device: kept until it is sent, then its receipt. */
export function Receipt() {
  const item = useReceipt();
  useEffect(() => void readOutbox(), []);
  return item && <ReceiptStrip key={item.key} item={item} />;
}

/** Says where a submitted complaint is. Takes the focus if it was just submitted. */
function ReceiptStrip({ item }: { item: OutboxItem }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => {
    returnToHeading();
    closeReceipt(item);
  };
  useEffect(() => {
    if (takesFocus()) heading.current?.focus();
  }, []);
  const { filed } = item;
  const look = filed ? looks.sent : looks[needsPerson(item) ? 'person' : 'waiting'];
  return (
    <section aria-labelledby="receipt" className="print:contents">
      <div className={cx('sheet flex items-start gap-3 border-s-[0.3rem] px-4 py-4 m:px-5 print:hidden', look.edge)}>
        <Icon name={look.icon} className={cx('mt-0.5', look.ink)} />
        <div className="grid min-w-0 flex-1 gap-2">
          <h2 ref={heading} id="receipt" tabIndex={-1} className="text-h3">
            {filed ? t`Complaint submitted successfully!` : unsentText(item)}
          </h2>
          {filed ? <Filed complaint={filed} /> : <Unsent item={item} />}
        </div>
        {filed && <IconButton icon="close" label={t`Close the receipt`} onClick={close} className="-me-2 -mt-2" />}
      </div>
      {filed && <ComplaintPrintSheet complaint={filed} />}
    </section>
  );
}

const looks = {
  waiting: { icon: 'phone', edge: 'border-s-brand', ink: 'text-brand' },
  person: { icon: 'warning', edge: 'border-s-gold', ink: 'text-pending-ink' },
  sent: { icon: 'check', edge: 'border-s-resolved-mark', ink: 'text-resolved-mark' },
} as const;

/** Returns where an unsent complaint is, in a line. */
export const unsentText = (item: OutboxItem): string =>
  needsPerson(item) ? t`Needs your attention` : t`Kept on this phone, will be sent`;

function Unsent({ item }: { item: OutboxItem }) {
  return (
    <>
      <p dir="auto" className="line-clamp-2 font-semibold wrap-anywhere">
        {item.title}
      </p>
      <p className="max-w-[60ch] text-md text-ink-2">
        {needsPerson(item)
          ? say(item.problem?.message ?? '')
          : t`We send it for you, once, as soon as you have a connection. Do not submit it again.`}
      </p>
      <Link to={paths.outbox} className="inline-flex min-h-11 items-center justify-self-start font-semibold">
        {t`Outbox`}
      </Link>
    </>
  );
}

function Filed({ complaint }: { complaint: FiledComplaint }) {
  const { id, title, trackingId, promise } = complaint;
  const link = { title, text: t`My complaint ${trackingId}`, path: paths.complaint(id) };
  return (
    <>
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
      <SavePromise promise={promise} />
    </>
  );
}
