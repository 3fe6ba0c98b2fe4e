import { type CopyHandle, TrackingId } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { Ref } from 'react';

/** Shows a tracking ID with its copy button. */
export function TrackingText({ id, ref }: { id: string; ref?: Ref<CopyHandle> }) {
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
