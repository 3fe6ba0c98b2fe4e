import { fetchFile, LoadError, saveFile, formatMoment, usePortal } from '@baraza/app';
import { ApiError, type Complaint, getReceipt, type HistoryEntry } from '@baraza/contract';
import { Button, Dialog } from '@baraza/ui';
import { QrCode } from '@baraza/ui/qr-code';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { mdaName } from '../../../lib/format/mda-name.ts';
import { paths } from '../../../lib/router/paths.ts';
import { receiptLink } from '../../../lib/router/receipt-link.ts';
import './receipt-sheet.css';

export interface ReceiptProps {
  readonly complaint: Complaint;
  readonly entry: HistoryEntry;
  readonly what: string;
}

/** Dialog for saving or printing the receipt of one step. */
export default function ReceiptDialog({ onClose, ...step }: ReceiptProps & { onClose: () => void }) {
  const { complaint, entry } = step;
  const { id, identity } = complaint;
  const query = useQuery({
    queryKey: [getReceipt.path, id, entry.id],
    queryFn: async () => {
      const file = await fetchFile(getReceipt, { params: { id }, query: { step: entry.id } });
      return { ...file, proof: await file.blob.text() };
    },
    // The log includes a step within seconds; until then the server responds with 202.
    retry: (failures, error) => failures < 10 && error instanceof ApiError && error.status === 202,
    retryDelay: 2_000,
    gcTime: 0,
  });
  const { data } = query;
  return (
    <Dialog onClose={onClose} title={t`Receipt`} closeLabel={t`Close`}>
      {query.isPending && <p role="status">{t`The receipt will be ready within seconds.`}</p>}
      {query.isError && <LoadError title={t`The receipt could not be loaded.`} query={query} />}
      {data && (
        <>
          <p>
            <Trans>
              It proves that this was recorded before a certain time, and shows whether the log has been rewritten
              since.
            </Trans>
            {identity !== 'named' && (
              <>
                {' '}
                {t`It names only the time: not you, not the office. Anyone who finds it learns that you filed something.`}
              </>
            )}
          </p>
          <ReceiptQr proof={data.proof} />
          <div className="button-row">
            <Button variant="primary" icon="download" onClick={() => saveFile(data)}>
              {t`Save the file`}
            </Button>
            <Button icon="print" onClick={() => window.print()}>
              {t`Print or save as PDF`}
            </Button>
          </div>
          <ReceiptSheet {...step} proof={data.proof} />
        </>
      )}
    </Dialog>
  );
}

/** Printed version of a receipt: the proof and, of a named complaint, its title and tracking ID. */
function ReceiptSheet({ complaint, entry, what, proof }: ReceiptProps & { proof: string }) {
  const { productName } = usePortal();
  const { identity, mda, title, trackingId } = complaint;
  // Browsers use the title as the name of the PDF. An anonymous receipt must not name its complaint.
  useEffect(() => {
    const before = document.title;
    document.title = t`Receipt`;
    return () => {
      document.title = before;
    };
  }, []);
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
      <ReceiptQr proof={proof} />
      <p>{t`Scan or press this code, and your own device checks the receipt.`}</p>
      <pre dir="ltr">{proof}</pre>
    </div>,
    document.body,
  );
}

/** QR code of the receipt, which is also a link in a PDF. */
function ReceiptQr({ proof }: { proof: string }) {
  const link = receiptLink(proof);
  return (
    <a href={link} target="_blank" rel="noreferrer">
      <QrCode value={link} label={t`QR code that checks this receipt`} dense />
    </a>
  );
}
