import { listEarlierComplaints, listSimilarComplaints, type ComplaintLink, type DeskComplaint } from '@baraza/contract';
import { Skeleton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { Link, LoadError, StatusMark } from '@baraza/app';
import { DayText } from '../../../lib/format/date-text.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useRelated } from '../complaint.api.ts';

/** Lists merged complaints and, once unfolded, similar ones and earlier ones of the citizen. */
export function RelatedComplaints({ complaint }: { complaint: DeskComplaint }): ReactNode {
  const { id, parent, merged, citizen, knownIssue } = complaint;
  return (
    <div className="contents print:hidden">
      {(parent || merged.length > 0) && (
        <section>
          <h2>{parent ? t`Handled together with` : t`Merged into this one`}</h2>
          <Links links={parent ? [parent] : merged} />
        </section>
      )}
      {knownIssue && (
        <section>
          <h2>{t`Known issue`}</h2>
          <a href={`/known-issue/${knownIssue.id}`} target="_blank" rel="noopener" className="text-md wrap-anywhere">
            <bdi>{knownIssue.name}</bdi>
          </a>
        </section>
      )}
      <Fold title={t`Similar complaints`} id={id} by={listSimilarComplaints} />
      {citizen.complaintsBefore > 0 && (
        <Fold
          title={t`Earlier complaints of the citizen (${citizen.complaintsBefore})`}
          id={id}
          by={listEarlierComplaints}
        />
      )}
    </div>
  );
}

function Fold({ title, id, by }: { title: string; id: string; by: Parameters<typeof useRelated>[0] }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const query = useRelated(by, id, isOpen);
  return (
    <details className="mt-4.5" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {query.isPending && <Skeleton className="h-9" />}
      {query.isError && <LoadError title={t`They could not be loaded.`} query={query} />}
      {query.data && <Links links={query.data} none={t`None were found.`} />}
    </details>
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
