import type { DeskComplaint } from '@baraza/contract';
import { Notice } from '@baraza/ui/notice';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../../lib/router/paths.ts';

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
