import { fullName } from '@baraza/contract';
import { Banner, cx, EmptyState, SkeletonList } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useDeferredValue, useRef } from 'react';
import { Heading, lazyPart } from '@baraza/app';
import { useUser } from '../../../lib/api/session.ts';
import { isComplaint, isUnsent } from '../../../lib/outbox/outbox.ts';
import { useOutbox } from '../../../lib/outbox/use-outbox.ts';
import { useListParams } from '../../../lib/list/use-list-params.ts';
import { useComplaintCounts, useComplaints } from '../complaint.api.ts';
import { ComplaintList, NewComplaintLink, StatusTabs } from './complaint-list.tsx';
import { greet } from './greeting.ts';
import { Receipt } from '../receipt/receipt-strip.tsx';
import { useReceipt } from '../receipt/receipt.ts';
import { UnsentComplaints } from './unsent-complaints.tsx';
import { WaitingForYou } from './waiting-for-you.tsx';

const FollowedIssues = lazyPart(() => import('../known-issue/followed-issues.tsx'), { quiet: true });

/** Start page of a citizen: greeting, tasks waiting for them, and their complaints. */
export default function DashboardPage() {
  const counts = useComplaintCounts();
  // Requested here, so that the list arrives together with the counts.
  useComplaints(useListParams().filters);
  const receipt = useReceipt()?.filed;
  const unsent = useOutbox(useUser().data?.id).items.filter((item) => isComplaint(item) && isUnsent(item));
  const head = useRef<HTMLHeadingElement>(null);
  const total = counts.data?.total;
  // Deferred, so that a slow phone still responds to taps.
  const isPending = useDeferredValue(counts.isPending);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {receipt ? <Heading title={t`Complaints`} className="sr-only" /> : <GreetingBanner isFirst={total === 0} />}
      <Receipt />
      {/* The waiting tasks are above the list: shown after it, they would push it down. */}
      {isPending ? (
        <SkeletonList label={t`Loading complaints`} count={5} />
      ) : (
        <div className={cx('grid grid-cols-[minmax(0,1fr)] gap-4', receipt && 'print:hidden')}>
          <WaitingForYou />
          <div className="flex flex-wrap items-baseline gap-x-3 m:mt-4">
            <h2 ref={head} tabIndex={-1}>
              {t`Your complaints`}
            </h2>
            {total !== undefined && (
              <span className="text-md text-ink-2 tabular-nums">
                <Trans>{total} in total</Trans>
              </span>
            )}
            {receipt && (
              <span className="ms-auto">
                <NewComplaintLink />
              </span>
            )}
          </div>
          <StatusTabs />
          <UnsentComplaints items={unsent} />
          {total === 0 ? (
            unsent.length === 0 && <NoComplaint />
          ) : (
            <ComplaintList total={total} onTurn={() => head.current?.focus()} />
          )}
          <FollowedIssues />
        </div>
      )}
    </div>
  );
}

/** Greets the citizen by name. Before their first complaint, it invites them to report a bad service. */
function GreetingBanner({ isFirst }: { isFirst: boolean }) {
  const { data: user } = useUser();
  return (
    <Banner
      className="max-m:-mx-4 max-m:-mt-5 print:hidden"
      title={<Heading title={t`Complaints`}>{greet(user && fullName(user))}</Heading>}
      text={
        isFirst && (
          <Trans>
            Had bad service from a ministry, department or agency? Tell us. We pass it on, and you can follow it here.
          </Trans>
        )
      }
      compact={!isFirst}
      action={<NewComplaintLink variant="gold" size={isFirst ? 'l' : 'm'} />}
    />
  );
}

function NoComplaint() {
  return (
    <EmptyState title={t`No complaint?`} action={<NewComplaintLink variant="primary" />}>
      {t`Click the '+' button to create your first complaint`}
    </EmptyState>
  );
}
