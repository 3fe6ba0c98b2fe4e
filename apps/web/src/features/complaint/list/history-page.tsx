import { statuses } from '@baraza/contract/complaint/state';
import { useRef } from 'react';
import { Heading, Navigate, statusWord, useParams } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { ComplaintList, NewComplaintLink, StatusTabs } from './complaint-list.tsx';
import { useComplaintCounts } from '../complaint.api.ts';
import { Receipt } from '../receipt/receipt-strip.tsx';

/** Page with the citizen's complaints of one status. */
export default function HistoryPage() {
  const tab = useParams()['tab']?.toLowerCase();
  const status = statuses.find((name) => name.toLowerCase() === tab);
  const { data: counts } = useComplaintCounts();
  const head = useRef<HTMLHeadingElement>(null);
  if (!status) return <Navigate to={paths.history('Resolved')} replace />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Receipt />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Heading ref={head} title={statusWord(status)} />
        <NewComplaintLink />
      </div>
      <StatusTabs current={status} />
      <ComplaintList key={status} status={status} total={counts?.[status]} onTurn={() => head.current?.focus()} />
    </div>
  );
}
