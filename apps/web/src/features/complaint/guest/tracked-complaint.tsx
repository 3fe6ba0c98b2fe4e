import { Heading } from '@baraza/app/page/heading';
import { LoadError } from '@baraza/app/page/load-error';
import { Button } from '@baraza/ui/button';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useComplaint } from '../complaint.api.ts';
import { ComplaintView } from '../details/complaint-view.tsx';
import { DetailsMenu } from '../details/details-menu.tsx';
import { DetailsSkeleton } from '../details/details-skeleton.tsx';

/** A complaint that was opened with its code. */
export default function TrackedComplaint({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useComplaint(id);
  const { data: complaint } = query;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2 print:hidden">
        <Button icon="lock" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {complaint && <DetailsMenu complaint={complaint} isGuest />}
      </div>
      {!complaint && <Heading title={t`Track a complaint`} className="sr-only" />}
      {query.isError && <LoadError title={t`The complaint could not be loaded.`} query={query} />}
      {query.isPending && <DetailsSkeleton label={t`Loading the complaint`} />}
      {complaint && <ComplaintView complaint={complaint} onRefresh={() => void query.refetch()} />}
    </div>
  );
}
