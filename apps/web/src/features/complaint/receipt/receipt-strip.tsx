import type { FiledComplaint } from '@baraza/contract';
import { CopyButton, formatDay, lazyPart, Link, returnToHeading, say } from '@baraza/app';
import { Button, buttonClass, cx, Icon, IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { mdaName } from '../../../lib/format/mda-name.ts';
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
  const isForPerson = needsPerson(item);
  if (filed)
    return (
      <section aria-labelledby="receipt" className="grid gap-4 print:contents">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 bg-resolved-bg px-4 py-5 text-resolved-ink max-m:-mx-4 max-m:-mt-5 m:rounded-3 m:px-6 print:hidden">
          <h2 ref={heading} id="receipt" tabIndex={-1} className="text-h2">
            {t`Complaint submitted successfully!`}
          </h2>
          <IconButton icon="close" label={t`Close the receipt`} onClick={close} className="-me-2 -mt-2" />
          <Filed complaint={filed} />
        </div>
        <NextSteps complaint={filed} />
        <ComplaintPrintSheet complaint={filed} />
      </section>
    );
  return (
    <section aria-labelledby="receipt" className="print:contents">
      <div
        className={cx(
          'sheet flex items-start gap-3 border-s-[0.3rem] px-4 py-4 m:px-5 print:hidden',
          isForPerson ? 'border-s-gold' : 'border-s-brand',
        )}
      >
        <Icon
          name={isForPerson ? 'warning' : 'phone'}
          className={cx('mt-0.5', isForPerson ? 'text-pending-ink' : 'text-brand')}
        />
        <div className="grid min-w-0 flex-1 gap-2">
          <h2 ref={heading} id="receipt" tabIndex={-1} className="text-h3">
            {unsentText(item)}
          </h2>
          <Unsent item={item} />
        </div>
      </div>
    </section>
  );
}

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
  const { id, title, trackingId } = complaint;
  const text = useRef<HTMLParagraphElement>(null);
  const link = { title, text: t`My complaint ${trackingId}`, path: paths.complaint(id) };
  return (
    <div className="col-span-full grid gap-2">
      <p>{t`Your tracking ID is`}</p>
      <p ref={text} className="mono text-[1.6rem] leading-tight font-bold text-ink" dir="ltr" translate="no">
        {trackingId}
      </p>
      <div className="mt-1 flex flex-wrap gap-2 max-m:[&_button]:px-2.5">
        <CopyButton text={t`Copy`} value={trackingId} target={text} label={t`Copy tracking ID ${trackingId}`} />
        <Button icon="share" onClick={() => void share(link)}>
          {t`Share`}
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          {t`Print`}
        </Button>
      </div>
    </div>
  );
}

/** Shows the next steps after submitting, and offers the proof of arrival. */
function NextSteps({
  complaint: { id, mda, submittedDate, startDueDay: start, dueDay: day, promise },
}: {
  complaint: FiledComplaint;
}) {
  const office = mdaName(mda);
  const steps: [title: string, text?: string][] = [
    [t`Pending, since ${formatDay(submittedDate)}`, t`${office} has it.`],
    ...(start ? [[t`Work starts by ${start}`, t`We tell you.`] satisfies [string, string]] : []),
    ...(day ? [[t`Answer by ${day}`, t`If it is late, its supervisor is told.`] satisfies [string, string]] : []),
    [t`You say if it is solved`],
  ];
  return (
    <div className="sheet grid gap-3 px-4.5 py-4.5 print:hidden">
      <h3 className="text-lead">{t`What happens next`}</h3>
      <ol className="grid gap-3">
        {steps.map(([title, words], at) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className={cx(
                'mt-1 size-3.5 shrink-0 rounded-full border-2',
                at === 0 ? 'border-gold bg-gold' : 'border-line-strong',
              )}
            />
            <span>
              <b className="block">{title}</b>
              {words && <span className="text-md text-ink-2">{words}</span>}
            </span>
          </li>
        ))}
      </ol>
      <Link to={paths.complaint(id)} className={buttonClass({ variant: 'primary', className: 'm:justify-self-start' })}>
        {t`See my complaint`}
      </Link>
      <SavePromise promise={promise} />
    </div>
  );
}
