import { buttonClass, Icon } from '@baraza/ui';
import { t, plural } from '@lingui/core/macro';
import { useRef } from 'react';
import { Heading, Link } from '@baraza/app';
import { paths } from '../../lib/router/paths.ts';
import { SearchableList } from '../../lib/list/searchable-list.tsx';
import { useListParams } from '../../lib/list/use-list-params.ts';
import { useFeedbackCategories, useFeedbackList } from './feedback.api.ts';
import { FeedbackCard } from './feedback-card.tsx';

/** The citizen's own feedback, and the way to give more. */
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
  const query = useFeedbackList(params.filters);
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
      {(feedback) => <FeedbackCard feedback={feedback} />}
    </SearchableList>
  );
}
