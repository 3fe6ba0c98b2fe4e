import { statuses, type Status } from '@baraza/contract/complaint/state';
import { StatusGlyph } from '@baraza/ui/status-pill';
import { TabCount, tabLinkClass, TabLinks } from '@baraza/ui/tabs-links';
import { t } from '@lingui/core/macro';
import { Link } from '@baraza/app/router/router';
import { paths } from '../../../lib/router/paths.ts';
import { statusWord } from '@baraza/app/status-words';
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
