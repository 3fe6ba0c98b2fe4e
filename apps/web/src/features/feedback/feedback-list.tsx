import { plural, t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { SearchableList } from '../../lib/list/searchable-list.tsx';
import { useListParams } from '../../lib/list/use-list-params.ts';
import { pageSize, useFeedbackCategories, useFeedbackList } from './feedback.api.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** Search, order, category, the cards, and the pages. */
export function FeedbackList({ onTurn }: { onTurn: () => void }): ReactNode {
  const params = useListParams();
  const { q, sort, category, cursor } = params;
  const query = useFeedbackList({ q, sort, category: category || undefined, cursor });
  const categories = useFeedbackCategories();
  return (
    <SearchableList
      params={params}
      placeholder={t`Search for your feedbacks...`}
      categories={categories.data ?? []}
      query={query}
      failed={t`Your feedback could not be loaded.`}
      loading={t`Loading feedback`}
      count={(shown) => t`${plural(shown, { one: '# feedback on this page', other: '# feedbacks on this page' })}`}
      pageSize={pageSize}
      onTurn={onTurn}
    >
      {(feedback) => <FeedbackCard feedback={feedback} />}
    </SearchableList>
  );
}
