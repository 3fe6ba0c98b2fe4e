import type { DeskComplaint } from '@baraza/contract';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MomentText } from '../../../lib/format/date-text.tsx';
import { usePortal } from '../../../lib/api/portal.ts';

/** Heads the printed sheet: MDA, complaint, status, and when it was printed. */
export function CasePrintHead({ complaint, now }: { complaint: DeskComplaint; now: Date }): ReactNode {
  const { productName } = usePortal();
  return (
    <div className="print-only">
      <p>
        {productName} · <bdi>{complaint.mda.name}</bdi> · <bdi>{complaint.trackingId}</bdi>
      </p>
      <p>
        <Trans>
          Printed <MomentText at={now.toISOString()} ago={false} />. Internal notes are not printed.
        </Trans>
      </p>
      <p>{location.href}</p>
    </div>
  );
}
