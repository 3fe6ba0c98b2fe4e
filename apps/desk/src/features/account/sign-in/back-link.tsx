import { Icon } from '@baraza/ui/icon';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** Links one step back, whatever the history of the tab holds. */
export function BackLink({ to }: { to: string }): ReactNode {
  return (
    <Link to={to} className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold">
      <Icon name="back" />
      <Trans>Back</Trans>
    </Link>
  );
}
