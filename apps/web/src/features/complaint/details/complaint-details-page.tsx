import type { Complaint } from '@baraza/contract/complaint/complaint';
import { canAnswer, isQuestionWithdrawn } from '@baraza/contract/complaint/lifecycle';
import { Notice } from '@baraza/ui/notice';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useLocation, useParams } from '@baraza/app/router/router';
import { BackButton } from '@baraza/app/router/back-button';
import { Heading } from '@baraza/app/page/heading';
import { lazyPart } from '@baraza/app/page/lazy-part';
import { LoadError } from '@baraza/app/page/load-error';
import { paths } from '../../../lib/router/paths.ts';
import { Statement } from '../../../lib/media/statement.tsx';
import { useRestoreFocus } from '../../../lib/page/use-restore-focus.ts';
import { useReadComplaint } from '@baraza/app/api/notifications';
import { UnsentAnswer } from './unsent-answer.tsx';
import { useComplaint } from '../complaint.api.ts';
import { ComplaintActions } from './complaint-actions.tsx';
import { ComplaintFacts } from './complaint-facts.tsx';
import { ComplaintHead } from './complaint-head.tsx';
import { ComplaintHistory } from './complaint-history.tsx';
import { ComplaintPrintSheet } from './complaint-print-sheet.tsx';
import { DetailsMenu } from './details-menu.tsx';
import { DetailsSkeleton } from './details-skeleton.tsx';
import { ReplyBlock } from './reply-block.tsx';

const AnswerForm = lazyPart(async () => ({ default: (await import('./answer-form.tsx')).AnswerForm }));

/** Everything about one complaint, and what the citizen can do with it. */
export default function ComplaintDetailsPage(): ReactNode {
  const id = useParams()['id'] ?? '';
  const query = useComplaint(id);
  const { data: complaint } = query;
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <BackButton fallback={paths.complaints} />
          {complaint && <DetailsMenu complaint={complaint} />}
        </div>
        {!complaint && <Heading title={t`Complaint details`} className="sr-only" />}
        {query.isError && <LoadError title={t`The complaint could not be loaded.`} query={query} />}
        {query.isPending && <DetailsSkeleton label={t`Loading the complaint`} />}
        {complaint && <Details key={id} complaint={complaint} onRefresh={() => void query.refetch()} />}
      </div>
      {complaint && <ComplaintPrintSheet complaint={complaint} />}
    </>
  );
}

function Details({ complaint, onRefresh }: { complaint: Complaint; onRefresh: () => void }): ReactNode {
  const answers = useRef<HTMLDivElement>(null);
  const { state } = useLocation();
  const byNotification = (state as { notification?: string } | null | undefined)?.notification !== undefined;
  useReadComplaint(complaint.id, { byNotification, isOnScreen: useOnScreen(answers) });
  // An element: a name with angle brackets is no tag of ours.
  const mda = <bdi>{complaint.mda.name}</bdi>;
  useRestoreFocus();
  return (
    <>
      <ComplaintHead complaint={complaint} />
      {complaint.state === 'merged' && (
        <Notice title={t`Handled together with another complaint`}>
          <Trans>
            Others told {mda} about the same matter. You get the same answers, and your status follows that complaint.
          </Trans>
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 l:grid-cols-[minmax(0,1fr)_17.5rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <div ref={answers} className="grid grid-cols-[minmax(0,1fr)] gap-6 empty:-mb-6">
            {canAnswer(complaint) && <AnswerForm complaint={complaint} onRefresh={onRefresh} />}
            {isQuestionWithdrawn(complaint.history) && <UnsentAnswer complaint={complaint} />}
            <ReplyBlock complaint={complaint} onRefresh={onRefresh} />
          </div>
          <ComplaintActions complaint={complaint} />
          <Statement description={complaint.description} attachments={complaint.attachments} onRefresh={onRefresh} />
          <ComplaintHistory complaint={complaint} onRefresh={onRefresh} />
        </div>
        <ComplaintFacts complaint={complaint} />
      </div>
    </>
  );
}

/** Whether any of an element stands in the visible part of the page. */
function useOnScreen(element: RefObject<HTMLElement | null>): boolean {
  const [isOnScreen, setOnScreen] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting === true));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOnScreen;
}
