import type { Complaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { formatDay, formatMoment, lazyPart, statedFacts, statusWord, usePortal, say } from '@baraza/app';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { paths } from '../../../lib/router/paths.ts';

const QrCode = lazyPart(async () => ({ default: (await import('@baraza/ui/qr-code')).QrCode }), { quiet: true });
const RichTextView = lazyPart(() => import('@baraza/ui/rich-text-view'), { quiet: true });

/** Printed version of a complaint: who filed it, when, and all answers. */
export default function ComplaintPrintSheet({ complaint }: { complaint: Complaint }) {
  const { productName } = usePortal();
  const address = window.location.origin + paths.complaint(complaint.id);
  const [now] = useState(() => new Date().toISOString());
  const sent = complaint.history.flatMap(({ attachments = [] }) => attachments);
  const files = [...complaint.attachments, ...sent].map((file) => file.fileName).join(', ');
  const facts: [string, ReactNode][] = [
    [t`Tracking ID`, complaint.trackingId],
    [t`Status`, statusWord(complaint.status)],
    [t`MDA`, mdaName(complaint.mda)],
    [t`Jurisdiction`, complaint.jurisdiction && say(complaint.jurisdiction.name)],
    [t`Category`, say(complaint.category.name)],
    ...statedFacts(complaint),
    [t`When did it happen`, complaint.incidentDate],
    [t`Submitted`, formatDay(complaint.submittedDate)],
    [t`Attachments`, files],
  ];
  return (
    <div data-print-sheet="" className="hidden gap-4 print:grid">
      <div className="flex justify-between gap-6 border-b-2 pb-2">
        <strong>{productName}</strong>
        <span>{address}</span>
        <span>{formatMoment(now)}</span>
      </div>
      <p className="font-display text-h2 font-bold">{complaint.title}</p>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className="contents">
                <dt className="font-semibold">{label}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className="grid gap-2">
        <strong>{t`Details/Description`}</strong>
        <RichTextView html={complaint.description} className="[&_a]:after:content-['_('_attr(href)_')']" />
      </div>
      {complaint.reply && (
        <div className="grid gap-2">
          <strong>{t`Reply`}</strong>
          <p className="whitespace-pre-wrap">{complaint.reply}</p>
        </div>
      )}
      <div className="flex items-center gap-6">
        <QrCode value={address} label={t`QR code that opens this complaint`} />
        <p>{t`Scan this code to open the complaint. You have to be logged in.`}</p>
      </div>
    </div>
  );
}
