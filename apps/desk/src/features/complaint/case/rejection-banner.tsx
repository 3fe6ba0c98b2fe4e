import { formatAgo } from '@baraza/app/format';
import { notify } from '@baraza/app/notify';
import type { DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

type RejectionBannerProps = {
  complaint: DeskComplaint;
  now: Date;
  transitions: Transitions;
  onDialog: (dialog: OpenDialog) => void;
  onMoved: () => void;
};

/** Shows who proposes to reject the complaint and why, with the decision for those who may take it. */
export function RejectionBanner({ complaint, now, ...props }: RejectionBannerProps): ReactNode {
  const { transitions, onDialog, onMoved } = props;
  if (complaint.rejection === null) return null;
  const { by, at, reason, text } = complaint.rejection;
  const approve = async () => {
    if (!(await transitions.act('reject'))) return;
    notify.success(t`Rejected. The citizen has been told why.`);
    onMoved();
  };
  const refused = transitions.refusal?.action === 'reject' ? transitions.refusal : null;
  return (
    <>
      <Notice
        tone="warning"
        title={t`${by.name} proposes to reject it, ${formatAgo(at, now)}`}
        actions={
          complaint.allowed.includes('reject') ? (
            <>
              <Button
                size="s"
                variant="primary"
                loading={transitions.pending === 'reject'}
                onClick={() => void approve()}
              >
                <Trans>Reject it</Trans>
              </Button>
              <Button size="s" onClick={() => onDialog({ action: 'returnRejection', person: by })}>
                <Trans>Return it</Trans>
              </Button>
            </>
          ) : undefined
        }
      >
        {[reason, text].filter(Boolean).map((words) => (
          <p key={words} dir="auto" className="whitespace-pre-wrap">
            {words}
          </p>
        ))}
        {!complaint.allowed.includes('reject') && (
          <p>
            <Trans>A second person decides. It expires when the status changes before that.</Trans>
          </p>
        )}
      </Notice>
      {refused && (
        <Notice tone="danger" role="alert" onClose={transitions.dismiss} closeLabel={t`Close`}>
          {refused.text}
        </Notice>
      )}
    </>
  );
}
