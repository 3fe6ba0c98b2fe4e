import { buttonClass } from '@baraza/ui/button';
import { Icon } from '@baraza/ui/icon';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { Link } from '@baraza/app/router/router';
import { Heading } from '@baraza/app/page/heading';
import { paths } from '../../lib/router/paths.ts';
import { FeedbackList } from './feedback-list.tsx';

/** The citizen's own feedback, and the way to give more. */
export default function FeedbackListPage(): ReactNode {
  const head = useRef<HTMLDivElement>(null);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div ref={head} className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <Heading title={t`Feedback`} />
          <p className="text-ink-2">
            <Trans>Do you have any feedback for us? Let us know!</Trans>
          </p>
        </div>
        <Link to={paths.newFeedback} className={buttonClass({ variant: 'primary' })}>
          <Icon name="plus" />
          <Trans>New Feedback</Trans>
        </Link>
      </div>
      <FeedbackList onTurn={() => head.current?.querySelector('h1')?.focus()} />
    </div>
  );
}
