import { Button } from '@baraza/ui/button';
import { Dialog } from '@baraza/ui/dialog';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** Thanks for the survey. */
export function SurveyThanksDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog
      open
      size="l"
      onClose={onClose}
      title={t`Thank You for Your Replies!`}
      footer={
        <Button variant="primary" autoFocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Your answer helps to make the service better. If it is not solved after all, you can re-open the ticket.
        </Trans>
      </p>
    </Dialog>
  );
}
