import { Button } from '@baraza/ui/button';
import { EmptyState } from '@baraza/ui/empty-state';
import { cx } from '@baraza/ui/lib/cx';
import { SkeletonList } from '@baraza/ui/skeleton';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ListTools } from '../../lib/list-tools.tsx';
import { LoadError } from '../../lib/load-error.tsx';
import { TurnPages } from '../../lib/turn-pages.tsx';
import { useListParams } from '../../lib/use-list-params.ts';
import { pageSize, useFeedbackCategories, useFeedbackList } from './feedback.api.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** Search, order, category, the cards, and the pages. */
export function FeedbackList({ onTurn }: { onTurn: () => void }): ReactNode {
  const params = useListParams();
  const { q, sort, category, cursor } = params;
  const query = useFeedbackList({ q, sort, category: category || undefined, cursor });
  const categories = useFeedbackCategories();
  const { data } = query;
  const clear = () => {
    params.clear();
    document.querySelector<HTMLElement>('input[type=search]')?.focus();
  };
  const shown = data?.items.length ?? 0;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ListTools params={params} placeholder={t`Search for your feedbacks...`} categories={categories.data ?? []} />
      {data && (
        <p role="status" className="sr-only">
          {t`${plural(shown, { one: '# feedback on this page', other: '# feedbacks on this page' })}`}
        </p>
      )}
      {query.isError && <LoadError title={t`Your feedback could not be loaded.`} query={query} />}
      {query.isPending && <SkeletonList label={t`Loading feedback`} count={5} />}
      {data && shown > 0 && (
        <ul className={cx('grid gap-3.5 transition-opacity', query.isPlaceholderData && 'opacity-60')}>
          {data.items.map((feedback) => (
            <li key={feedback.id}>
              <FeedbackCard feedback={feedback} />
            </li>
          ))}
        </ul>
      )}
      {data && shown === 0 && (
        <EmptyState
          title={<Trans>No complaints found.</Trans>}
          action={
            params.filtered && (
              <Button onClick={clear}>
                <Trans>Clear search and filters</Trans>
              </Button>
            )
          }
        />
      )}
      {data && (shown > 0 || cursor) && (
        <TurnPages
          params={params}
          pageSize={pageSize}
          shown={shown}
          nextCursor={data.nextCursor}
          total={undefined}
          onTurn={onTurn}
        />
      )}
    </div>
  );
}
