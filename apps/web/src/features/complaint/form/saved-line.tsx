import { Icon } from '@baraza/ui/icon';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatTime } from '@baraza/app/format';

/** Whether what was put in lies on this device. */
export function SavedLine({ savedAt, failed }: { savedAt: string | null; failed: boolean }): ReactNode {
  return (
    <p role="status" className="flex items-start gap-2.5 text-md">
      {failed ? (
        <>
          <Icon name="warning" className="mt-0.5 text-danger" />
          <span className="grid min-w-0">
            <b className="text-danger-ink">
              <Trans>Not saved on this device</Trans>
            </b>
            <span className="text-ink-2">
              <Trans>It has no room, or does not allow it. Keep this page open until you have submitted.</Trans>
            </span>
          </span>
        </>
      ) : (
        <>
          <Icon name="phone" className="mt-0.5 text-resolved-mark" />
          <span className="grid min-w-0">
            <b>{savedAt ? <Trans>Saved on this device</Trans> : <Trans>Saved as you write</Trans>}</b>
            {savedAt && (
              <span className="text-ink-2 tabular-nums">
                <Trans>{formatTime(savedAt)}, and it works offline</Trans>
              </span>
            )}
          </span>
        </>
      )}
    </p>
  );
}
