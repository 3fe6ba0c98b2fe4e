import type { Complaint } from '@baraza/contract';
import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import {
  afterTouch,
  BackButton,
  Heading,
  lazyPart,
  LoadError,
  useDataInSteps,
  useLocation,
  useParams,
  useReadComplaint,
  useOnScreen,
} from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useRestoreFocus } from '../../../lib/page/use-restore-focus.ts';
import { useComplaint } from '../complaint.api.ts';
import { ComplaintView } from './complaint-view.tsx';
import { PageSkeleton } from '../../../lib/page/page-skeleton.tsx';

const DetailsMenu = lazyPart(() => import('./details-menu.tsx'), { quiet: true });
const ComplaintPrintSheet = lazyPart(() => import('../receipt/complaint-print-sheet.tsx'), {
  quiet: true,
  schedule: afterTouch,
});

/** Page with one complaint and the actions it offers to its citizen. */
export default function ComplaintDetailsPage() {
  const id = useParams()['id'] ?? '';
  const query = useComplaint(id);
  const complaint = useDataInSteps(query);
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:hidden">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <BackButton fallback={paths.complaints} />
          {complaint && <DetailsMenu complaint={complaint} />}
        </div>
        {!complaint && <Heading title={t`Complaint details`} className="sr-only" />}
        {query.isError && <LoadError title={t`The complaint could not be loaded.`} query={query} />}
        {!complaint && !query.isError && <PageSkeleton label={t`Loading the complaint`} />}
        {complaint && <Details key={id} complaint={complaint} />}
      </div>
      {complaint && <ComplaintPrintSheet complaint={complaint} />}
    </>
  );
}

function Details({ complaint }: { complaint: Complaint }) {
  const answers = useRef<HTMLDivElement>(null);
  const { state } = useLocation();
  const byNotification = (state as { notification?: string } | null | undefined)?.notification !== undefined;
  useReadComplaint(complaint.id, { byNotification, isOnScreen: useOnScreen(answers) });
  useRestoreFocus();
  return <ComplaintView complaint={complaint} answers={answers} />;
}
