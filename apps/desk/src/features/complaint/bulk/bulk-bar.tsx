import { Button } from '@baraza/ui/button';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import type { Selection } from './use-selection.ts';

/** Shows how many complaints are selected, and the actions on them. */
export function BulkBar({ selection }: { selection: Selection }): ReactNode {
  const [action, setAction] = useState<BulkAction | null>(null);
  const { chosen } = selection;
  const none = chosen.length === 0;
  const close = (done: boolean) => {
    setAction(null);
    if (done) selection.turn(false);
  };
  return (
    <div role="group" aria-label={t`Selected complaints`} className="flex w-full flex-wrap items-center gap-1.5">
      <p role="status" className="me-auto text-sm font-semibold tabular-nums">
        {t`${plural(chosen.length, { one: '# selected', other: '# selected' })}`}
      </p>
      <Button size="s" onClick={none ? selection.all : selection.clear}>
        {none ? <Trans>All shown</Trans> : <Trans>None</Trans>}
      </Button>
      <Button size="s" disabled={none} onClick={() => setAction('assign')}>
        <Trans>Assign</Trans>
      </Button>
      <Button size="s" disabled={none} onClick={() => setAction('reply')}>
        <Trans>Reply</Trans>
      </Button>
      {action && <BulkDialog action={action} rows={chosen} onClose={close} />}
    </div>
  );
}
