import { Button } from '@baraza/ui/button';
import { IconButton } from '@baraza/ui/icon-button';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AssignMenu } from './assign-menu.tsx';
import { FactsDrawer } from './case-facts.tsx';
import { useMe } from '../../../lib/api/session.tsx';
import { StatusMenu, type StatusMenuProps } from './status-menu.tsx';
import type { Transitions } from '../transition/use-transitions.ts';

export type CaseActionsProps = StatusMenuProps & {
  transitions: Transitions;
  /** Runs after an action whose button is gone by then. */
  onMoved: () => void;
  onClose: () => void;
  onNext?: () => void;
  onPrevious?: () => void;
};

/** Shows the actions that the state allows, and the way to the next complaint. */
export function CaseActions(props: CaseActionsProps): ReactNode {
  const { complaint, transitions, onDialog, onClose, onNext, onPrevious } = props;
  const isOfficer = useMe().role === 'officer';
  const inHead = ['start', 'assign', 'acceptTransfer', 'withdrawTransfer'];
  const refused = transitions.refusal && inHead.includes(transitions.refusal.action) ? transitions.refusal : null;
  return (
    <>
      <div className="case-acts flex flex-wrap items-center gap-1.5">
        <IconButton icon="back" label={t`Back to the list`} onClick={onClose} className="size-9 m:hidden" />
        <AssignMenu complaint={complaint} transitions={transitions} />
        <StatusMenu {...props} />
        <FactsDrawer complaint={complaint} transitions={transitions} onDialog={props.onDialog} />
        {complaint.allowed.includes('recuse') && (
          <Button size="s" icon="eye-off" aria-haspopup="dialog" onClick={() => onDialog({ action: 'recuse' })}>
            <span className="max-xl:sr-only">
              {isOfficer ? <Trans>I must not handle this</Trans> : <Trans>Recuse…</Trans>}
            </span>
          </Button>
        )}
        <Button size="s" icon="print" onClick={() => window.print()}>
          <span className="max-l:sr-only">
            <Trans>Print</Trans>
          </span>
        </Button>
        <span className="ms-auto flex">
          <IconButton
            icon="chevron"
            label={t`Previous complaint`}
            disabled={!onPrevious}
            onClick={onPrevious}
            className="size-9 rotate-180"
          />
          <IconButton icon="chevron" label={t`Next complaint`} disabled={!onNext} onClick={onNext} className="size-9" />
          <IconButton icon="close" label={t`Back to the list`} onClick={onClose} className="size-9 max-m:hidden" />
        </span>
      </div>
      {refused && (
        <Notice tone="danger" role="alert" onClose={transitions.dismiss} closeLabel={t`Close`}>
          {refused.text}
        </Notice>
      )}
    </>
  );
}
