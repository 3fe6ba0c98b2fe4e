import type { ComplaintSummary } from '@baraza/contract/complaint/complaint';
import type { Status } from '@baraza/contract/complaint/state';
import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { SearchableList } from '../../../lib/list/searchable-list.tsx';
import { useListParams } from '../../../lib/list/use-list-params.ts';
import { useRestoreFocus } from '../../../lib/page/use-restore-focus.ts';
import { pageSize, useComplaintCategories, useComplaints, type ComplaintFilters } from '../complaint.api.ts';
import { ComplaintCard } from './complaint-card.tsx';
import { lazyPart } from '@baraza/app';

const SurveyDialogs = lazyPart(() => import('../survey/survey-dialogs.tsx'));

interface ComplaintListProps {
  status?: Status;
  /** How many there are without search and category. */
  total: number | undefined;
  onTurn: () => void;
}

/** What the address asks for. */
export function useComplaintFilters(status?: Status): ComplaintFilters {
  const { q, sort, category, cursor } = useListParams();
  return { q, sort, category: category || undefined, status, cursor };
}

/** Search, order, category, the cards, and the pages. */
export function ComplaintList({ status, total, onTurn }: ComplaintListProps) {
  const params = useListParams();
  const query = useComplaints(useComplaintFilters(status));
  const categories = useComplaintCategories();
  const [surveyed, setSurveyed] = useState<ComplaintSummary | null>(null);
  // The button of a survey goes with the survey.
  useRestoreFocus();
  const paged = Boolean(params.cursor ?? query.data?.nextCursor);
  return (
    <>
      <SearchableList
        params={params}
        placeholder={t`Search in your complaints...`}
        categories={categories.data ?? []}
        query={query}
        failed={t`The complaints could not be loaded.`}
        loading={t`Loading complaints`}
        count={(shown) =>
          paged
            ? t`${shown} complaints on this page`
            : t`${plural(shown, { one: '# complaint', other: '# complaints' })}`
        }
        pageSize={pageSize}
        total={total}
        onTurn={onTurn}
      >
        {(complaint) => <ComplaintCard complaint={complaint} headingAs={status ? 'h2' : 'h3'} onSurvey={setSurveyed} />}
      </SearchableList>
      {surveyed && <SurveyDialogs complaint={surveyed} onDone={() => setSurveyed(null)} />}
    </>
  );
}
