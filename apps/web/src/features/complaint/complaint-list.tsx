import type { ComplaintSummary } from '@baraza/contract/complaint';
import type { Status } from '@baraza/contract/lifecycle';
import { Button } from '@baraza/ui/button';
import { EmptyState } from '@baraza/ui/empty-state';
import { cx } from '@baraza/ui/lib/cx';
import { SkeletonList } from '@baraza/ui/skeleton';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ListTools } from '../../lib/list-tools.tsx';
import { LoadError } from '../../lib/load-error.tsx';
import { TurnPages } from '../../lib/turn-pages.tsx';
import { useListParams } from '../../lib/use-list-params.ts';
import { useRestoreFocus } from '../../lib/use-restore-focus.ts';
import { pageSize, useComplaintCategories, useComplaints, type ComplaintFilters } from './complaint.api.ts';
import { ComplaintCard } from './complaint-card.tsx';
import { part } from '../../lib/part.tsx';

const SurveyDialogs = part(() => import('./survey-dialogs.tsx'));

interface ComplaintListProps {
  /** Only complaints of this status. */
  status?: Status;
  /** How many there are without search and category. */
  total: number | undefined;
  /** Brings focus to the head of the list when its page was turned. */
  onTurn: () => void;
}

/** What the address asks for. */
export function useComplaintFilters(status?: Status): ComplaintFilters {
  const { q, sort, category, cursor } = useListParams();
  return { q, sort, category: category || undefined, status, cursor };
}

/** Search, order, category, the cards, and the pages. */
export function ComplaintList({ status, total, onTurn }: ComplaintListProps): ReactNode {
  const params = useListParams();
  const { cursor } = params;
  const query = useComplaints(useComplaintFilters(status));
  const categories = useComplaintCategories();
  const [surveyed, setSurveyed] = useState<ComplaintSummary | null>(null);
  // The button of a survey goes with the survey.
  useRestoreFocus();
  const { data } = query;
  const clear = () => {
    params.clear();
    document.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  const shown = data?.items.length ?? 0;

  return (
    <div className="grid gap-4">
      <ListTools params={params} placeholder={t`Search in your complaints...`} categories={categories.data ?? []} />
      {data && (
        <p role="status" className="sr-only">
          {data.nextCursor || cursor
            ? t`${shown} complaints on this page`
            : t`${plural(shown, { one: '# complaint', other: '# complaints' })}`}
        </p>
      )}
      {query.isError && <LoadError title={t`The complaints could not be loaded.`} query={query} />}
      {query.isPending && <SkeletonList label={t`Loading complaints`} count={5} />}
      {data && shown > 0 && (
        <ul className={cx('grid gap-3.5 transition-opacity', query.isPlaceholderData && 'opacity-60')}>
          {data.items.map((complaint) => (
            <li key={complaint.id}>
              <ComplaintCard complaint={complaint} headingAs={status ? 'h2' : 'h3'} onSurvey={setSurveyed} />
            </li>
          ))}
        </ul>
      )}
      {data && shown === 0 && <NoneFound onClear={params.filtered ? clear : undefined} />}
      {data && (shown > 0 || cursor) && (
        <TurnPages
          params={params}
          pageSize={pageSize}
          shown={shown}
          nextCursor={data.nextCursor}
          total={params.filtered ? undefined : total}
          onTurn={onTurn}
        />
      )}
      {surveyed && <SurveyDialogs complaint={surveyed} onDone={() => setSurveyed(null)} />}
    </div>
  );
}

function NoneFound({ onClear }: { onClear: (() => void) | undefined }): ReactNode {
  return (
    <EmptyState
      title={<Trans>No complaints found.</Trans>}
      action={
        onClear && (
          <Button onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        )
      }
    />
  );
}
