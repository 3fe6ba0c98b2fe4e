import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/router/paths.ts';
import { useMe } from '../../../lib/api/session.tsx';
import { useColleagues } from '../complaint.api.ts';

/** Shows that the list is filtered to one colleague, and clears the filter. */
export function AssigneeFilter({ queueKey, assignee }: { queueKey: string; assignee: string }): ReactNode {
  const { role } = useMe();
  const colleagues = useColleagues(role === 'officer' || role === 'supervisor');
  const name = colleagues.data?.find((colleague) => colleague.id === assignee)?.name ?? t`one colleague`;
  return (
    <p className="w-full text-sm text-ink-2">
      <Trans>
        Only complaints of <bdi className="font-semibold">{name}</bdi>.
      </Trans>{' '}
      <Link to={paths.queue(queueKey)}>
        <Trans>Show all</Trans>
      </Link>
    </p>
  );
}
