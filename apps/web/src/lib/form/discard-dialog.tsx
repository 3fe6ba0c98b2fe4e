import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Makes sure before a draft is thrown away. */
export function DiscardDialog({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }): ReactNode {
  return (
    <Dialog
      open
      onClose={onKeep}
      title={t`Discard your draft?`}
      footer={
        <>
          <Button onClick={onKeep}>
            <Trans>Keep writing</Trans>
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>What you wrote and the files you added are deleted from this device.</Trans>
      </p>
    </Dialog>
  );
}
