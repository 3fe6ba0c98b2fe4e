import { TrackingId, type CopyHandle } from '@baraza/ui/copy-button';
import { t } from '@lingui/core/macro';
import type { ReactNode, Ref } from 'react';

/** Shows a tracking ID with its copy button. */
export function TrackingText({ id, ref }: { id: string; ref?: Ref<CopyHandle> }): ReactNode {
  return (
    <TrackingId
      ref={ref}
      value={id}
      label={t`Copy tracking ID ${id}`}
      copiedText={t`Copied`}
      failedText={t`Press and hold to copy`}
    />
  );
}
