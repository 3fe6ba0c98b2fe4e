import { TrackingId } from '@baraza/ui/copy-button';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';

/** A tracking ID with its copy button. */
export function TrackingText({ id }: { id: string }): ReactNode {
  return (
    <TrackingId
      value={id}
      label={t`Copy tracking ID ${id}`}
      copiedText={t`Copied`}
      failedText={t`Press and hold to copy`}
    />
  );
}
