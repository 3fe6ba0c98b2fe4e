import { statuses, type Status } from '@baraza/contract/complaint/state';
import { StatusGlyph, TabCount, tabLinkClass, TabLinks } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Link, statusWord } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useComplaintCounts } from '../complaint.api.ts';

/** Resolved, Processing, Pending and Canceled, with how many there are of each. */
export function StatusTabs({ current }: { current?: Status }) {
  const { data: counts } = useComplaintCounts();
  return (
    <TabLinks label={t`Complaints by status`}>
      {statuses.map((status) => (
        <li key={status}>
          <Link
            to={paths.history(status)}
            aria-current={status === current ? 'page' : undefined}
            className={tabLinkClass()}
          >
            <StatusGlyph status={status} />
            {statusWord(status)}
            {counts && <TabCount>{counts[status]}</TabCount>}
          </Link>
        </li>
      ))}
    </TabLinks>
  );
}
