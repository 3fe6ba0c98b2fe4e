import type { ComplaintLink, DeskComplaint } from '@baraza/contract';
import { Skeleton } from '@baraza/ui/skeleton';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from '@baraza/app/router/router';
import { DayText } from '../../../lib/format/date-text.tsx';
import { LoadError } from '@baraza/app/page/load-error';
import { paths } from '../../../lib/router/paths.ts';
import { StatusMark } from '@baraza/app/format/status-mark';
import { useEarlier, useSimilar } from '../complaint.api.ts';

/** Lists merged complaints, similar ones, and earlier ones of the citizen. */
export function RelatedComplaints({
  complaint,
  level: H,
}: {
  complaint: DeskComplaint;
  level: 'h2' | 'h3';
}): ReactNode {
  const { parent, merged, citizen } = complaint;
  const similar = useSimilar(complaint.id);
  const earlier = useEarlier(complaint.id, citizen.complaintsBefore > 0);
  return (
    <div className="contents print:hidden">
      {(parent || merged.length > 0) && (
        <section>
          <H>{parent ? t`Handled together with` : t`Merged into this one`}</H>
          <Links links={parent ? [parent] : merged} />
        </section>
      )}
      <section>
        <H>
          <Trans>Similar complaints</Trans>
        </H>
        {similar.isPending && <Skeleton className="h-9" />}
        {similar.isError && <LoadError title={t`They could not be loaded.`} query={similar} />}
        {similar.data && <Links links={similar.data} none={t`None were found.`} />}
      </section>
      {citizen.complaintsBefore > 0 && (
        <section>
          <H>
            <Trans>Earlier complaints of the citizen</Trans>
          </H>
          {earlier.isPending && <Skeleton className="h-9" />}
          {earlier.isError && <LoadError title={t`They could not be loaded.`} query={earlier} />}
          {earlier.data && <Links links={earlier.data} />}
        </section>
      )}
    </div>
  );
}

function Links({ links, none }: { links: readonly ComplaintLink[]; none?: string }): ReactNode {
  if (links.length === 0) return <p className="text-sm text-ink-2">{none}</p>;
  return (
    <ul className="grid gap-2">
      {links.map((link) => (
        <li key={link.id} className="grid gap-0.5 text-md">
          <Link to={paths.complaint('open', link.id)} className="font-medium wrap-anywhere">
            <bdi>{link.title}</bdi>
          </Link>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm text-ink-2">
            <StatusMark status={link.status} />
            <span className="mono" translate="no">
              {link.trackingId}
            </span>
            <DayText at={link.submittedDate} />
          </span>
        </li>
      ))}
    </ul>
  );
}
