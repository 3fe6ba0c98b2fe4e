import { formatMoment, usePortal } from '@baraza/app';
import type { Complaint } from '@baraza/contract/complaint/complaint';
import type { HistoryEntry } from '@baraza/contract/complaint/history-entry';
import { QrCode } from '@baraza/ui/qr-code';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { paths } from '../../../lib/router/paths.ts';
import { receiptLink } from '../../../lib/router/receipt-link.ts';
import './receipt-sheet.css';

interface ReceiptSheetProps {
  readonly complaint: Complaint;
  readonly entry: HistoryEntry;
  readonly what: string;
  readonly proof: string;
}

/** What goes on paper or into a PDF instead of the screen: the proof, and of a named complaint what it is of. */
export function ReceiptSheet({ complaint, entry, what, proof }: ReceiptSheetProps) {
  const { productName } = usePortal();
  const { identity, mda, title, trackingId } = complaint;
  useTitle(t`Receipt`);
  return createPortal(
    <div className="receipt-sheet">
      <p>
        {productName} · {window.location.origin + paths.verify}
      </p>
      <h1>{t`Receipt`}</h1>
      {identity === 'named' && (
        <>
          <p dir="auto">
            <strong>{title}</strong>
          </p>
          <p>
            <bdi>{trackingId}</bdi> · <bdi>{mdaName(mda)}</bdi>
          </p>
          <p>
            <bdi>{what}</bdi>
          </p>
        </>
      )}
      <p>{formatMoment(entry.at)}</p>
      <ReceiptQr link={receiptLink(proof)} />
      <p>
        <Trans>Scan or press this code, and your own device checks the receipt.</Trans>
      </p>
      <pre dir="ltr">{proof}</pre>
    </div>,
    document.body,
  );
}

/** The receipt as a QR code; in a PDF it can be pressed too. */
export function ReceiptQr({ link }: { link: string }) {
  return (
    <a href={link} target="_blank" rel="noreferrer">
      <QrCode value={link} label={t`QR code that checks this receipt`} dense />
    </a>
  );
}

/** Titles the document, after which the browser names the PDF. An anonymous receipt names no complaint. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);
}
