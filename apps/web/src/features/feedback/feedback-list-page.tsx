import { listFeedback } from '@baraza/contract';
import { buttonClass, Icon } from '@baraza/ui';
import { t, plural } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { endpointQuery, Heading, Link } from '@baraza/app';
import { paths } from '../../lib/router/paths.ts';
import { ListCard } from '../../lib/list/list-card.tsx';
import { SearchableList } from '../../lib/list/searchable-list.tsx';
import { useListParams } from '../../lib/list/use-list-params.ts';
import { useFeedbackCategories } from './feedback.api.ts';
import { FeedbackPill } from './feedback-pill.tsx';

/** Lists the citizen's own feedback, with a link to write more. */
export default function FeedbackListPage() {
  const head = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <Heading ref={head} title={t`Feedback`} />
          <p className="text-ink-2">{t`Do you have any feedback for us? Let us know!`}</p>
        </div>
        <Link to={paths.newFeedback} className={buttonClass({ variant: 'primary' })}>
          <Icon name="plus" />
          {t`New Feedback`}
        </Link>
      </div>
      <FeedbackList onTurn={() => head.current?.focus()} />
    </div>
  );
}

function FeedbackList({ onTurn }: { onTurn: () => void }) {
  const params = useListParams();
  // The previous page stays in view while the next one loads.
  const query = useQuery({
    ...endpointQuery(listFeedback, { query: params.filters }),
    placeholderData: keepPreviousData,
  });
  const categories = useFeedbackCategories();
  return (
    <SearchableList
      params={params}
      placeholder={t`Search for your feedbacks...`}
      categories={categories.data ?? []}
      query={query}
      failed={t`Your feedback could not be loaded.`}
      loading={t`Loading feedback`}
      count={(shown) => t`${plural(shown, { one: '# message on this page', other: '# messages on this page' })}`}
      onTurn={onTurn}
    >
      {(feedback) => (
        <ListCard
          item={feedback}
          to={paths.feedback(feedback.id)}
          date={{ label: t`Created`, at: feedback.createdAt }}
          pill={<FeedbackPill status={feedback.status} />}
        />
      )}
    </SearchableList>
  );
}
