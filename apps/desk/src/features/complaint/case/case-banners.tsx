import { notify } from '@baraza/app/notify';
import type { DeskComplaint } from '@baraza/contract';
import { Button } from '@baraza/ui/button';
import { Notice } from '@baraza/ui/notice';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@baraza/app/router/router';
import { paths } from '../../../lib/router/paths.ts';
import type { OpenDialog } from '../transition/dialogs.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

type TransferBannerProps = {
  complaint: DeskComplaint;
  transitions: Transitions;
  onDialog: (dialog: OpenDialog) => void;
  onMoved: () => void;
};

/** Shows the state of a transfer, with the actions allowed to the caller. */
export function TransferBanner({ complaint, transitions, onDialog, onMoved }: TransferBannerProps): ReactNode {
  const { state, offeredTo, mda, history } = complaint;
  const can = (action: DeskComplaint['allowed'][number]) => complaint.allowed.includes(action);
  const isBetween = state === 'transfer_offered' || state === 'transfer_undecided';
  if (!isBetween && !can('decideTransfer')) return null;
  const to = offeredTo?.name ?? t`another MDA`;
  const reason = isBetween && history.findLast((entry) => entry.action === 'offerTransfer')?.reason;
  const act = async (action: 'acceptTransfer' | 'withdrawTransfer', done: string) => {
    if (!(await transitions.act(action))) return;
    notify.success(done);
    onMoved();
  };
  const title =
    state === 'transfer_undecided'
      ? t`Two MDAs declined it. Oversight decides who takes it.`
      : !isBetween
        ? t`Nobody at ${mda.name} can see it. Lift a recusal, or give it to another MDA.`
        : can('acceptTransfer')
          ? t`${mda.name} offers you this complaint`
          : t`Offered to ${to}. It has not answered yet.`;
  return (
    <Notice
      tone="warning"
      title={title}
      actions={
        <>
          {can('acceptTransfer') && (
            <Button
              size="s"
              variant="primary"
              loading={transitions.pending === 'acceptTransfer'}
              onClick={() => void act('acceptTransfer', t`Your MDA has it now.`)}
            >
              <Trans>Take it over</Trans>
            </Button>
          )}
          {can('declineTransfer') && (
            <Button size="s" onClick={() => onDialog({ action: 'declineTransfer' })}>
              <Trans>Decline</Trans>
            </Button>
          )}
          {can('withdrawTransfer') && (
            <Button
              size="s"
              loading={transitions.pending === 'withdrawTransfer'}
              onClick={() => void act('withdrawTransfer', t`The offer is taken back.`)}
            >
              <Trans>Take the offer back</Trans>
            </Button>
          )}
          {can('decideTransfer') && (
            <Button size="s" variant="primary" onClick={() => onDialog({ action: 'decideTransfer' })}>
              {state === 'transfer_undecided' ? <Trans>Decide</Trans> : <Trans>Give it to another MDA</Trans>}
            </Button>
          )}
        </>
      }
    >
      {reason && (
        <p dir="auto" className="whitespace-pre-wrap">
          {reason}
        </p>
      )}
    </Notice>
  );
}

/** Says that complaints are merged, so that an answer has more than one reader. */
export function MergedBanner({ complaint }: { complaint: DeskComplaint }): ReactNode {
  const { state, parent, merged } = complaint;
  if (state === 'merged') {
    return (
      <Notice title={t`Handled together with another complaint`}>
        {parent ? (
          <Link to={paths.complaint('open', parent.id)}>
            <bdi>{parent.title}</bdi> ({parent.trackingId})
          </Link>
        ) : (
          <Trans>The other complaint has gone to another MDA.</Trans>
        )}
      </Notice>
    );
  }
  if (merged.length === 0) return null;
  return (
    <p className="text-sm text-ink-2">
      {t`${plural(merged.length, {
        one: '# more complaint is handled together with this one: its citizen reads your public answers too.',
        other: '# more complaints are handled together with this one: their citizens read your public answers too.',
      })}`}
    </p>
  );
}
