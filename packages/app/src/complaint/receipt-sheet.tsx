import type { GuestReceipt } from '@baraza/contract';
import { Button } from '@baraza/ui';
import { QrCode } from '@baraza/ui/qr-code';
import { t } from '@lingui/core/macro';
import { useRef, type ReactNode } from 'react';
import { CopyButton } from '../page/copy-button.tsx';
import { saveFile } from '../browser/save-file.ts';

interface ReceiptSheetProps {
  readonly receipt: Pick<GuestReceipt, 'trackingId' | 'receiptCode'>;
  /** Address of the page that opens the complaint. */
  readonly address: string;
}

/** Shows tracking ID, receipt code and QR code, to be copied, printed or saved. */
export function ReceiptSheet({ receipt: { trackingId, receiptCode }, address }: ReceiptSheetProps): ReactNode {
  const picture = useRef<HTMLDivElement>(null);
  const groups = receiptCode.match(/\d{4}/gu) ?? [];
  // In the fragment, which browsers never send.
  const link = `${new URL(address, window.location.origin).href}#${trackingId}-${receiptCode}`;
  const savePicture = () => {
    const svg = picture.current?.querySelector('svg')?.cloneNode(true) as SVGElement | undefined;
    if (!svg) return;
    svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    saveFile({ fileName: `${trackingId}.svg`, blob: new Blob([svg.outerHTML], { type: 'image/svg+xml' }) });
  };
  return (
    <div className="sheet grid gap-4 p-5">
      <div>
        <p className="text-sm font-semibold text-ink-2">{t`Tracking ID`}</p>
        <p className="mono text-lead font-bold" dir="ltr" translate="no">
          {trackingId}
        </p>
      </div>
      <div>
        <p className="text-sm font-semibold text-ink-2">{t`Receipt code`}</p>
        {/* Read out digit by digit. */}
        <p className="sr-only">{receiptCode.replace(/(.)(?=.)/gu, '$1 ')}</p>
        <p aria-hidden="true" className="mono flex flex-wrap gap-x-4 text-h1 font-bold" dir="ltr" translate="no">
          {groups.join(' ')}
        </p>
      </div>
      <div ref={picture} className="grid justify-items-center">
        <QrCode value={link} label={t`QR code that opens this complaint`} />
      </div>
      <div className="button-row print:hidden">
        <CopyButton text={t`Copy both`} value={`${trackingId} ${groups.join(' ')}`} label={t`Copy both`} />
        <Button icon="print" onClick={() => window.print()}>
          {t`Print`}
        </Button>
        <Button icon="download" onClick={savePicture}>
          {t`Save the QR picture`}
        </Button>
      </div>
    </div>
  );
}
