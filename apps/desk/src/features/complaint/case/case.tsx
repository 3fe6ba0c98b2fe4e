import { ApiError } from '@baraza/contract';
import { Button, EmptyState, Skeleton, SkeletonList } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Heading, LoadError } from '@baraza/app';
import { useDeskComplaint } from '../complaint.api.ts';
import { OpenCase, type CaseProps } from './open-case.tsx';

/** Loads and shows the complaint in the address. */
export function Case(props: CaseProps) {
  const { id, onClose } = props;
  const query = useDeskComplaint(id);
  const missing = query.error instanceof ApiError && [400, 404].includes(query.error.status);
  // A complaint that its reader can no longer open is removed from the screen.
  if (query.data && !missing) return <OpenCase {...props} complaint={query.data} stale={query.isError} />;
  return (
    <section
      className="case relative min-h-0 min-w-0 overflow-auto bg-surface p-5 xl:col-span-2 print:overflow-visible"
      aria-busy={query.isPending}
    >
      {missing ? (
        <EmptyState
          title={<Heading title={t`This complaint was not found`} />}
          action={<Button onClick={onClose}>{t`Back to the list`}</Button>}
        >
          {t`It does not exist, or it is with another MDA.`}
        </EmptyState>
      ) : query.isError ? (
        <>
          <Heading title={t`Complaint`} className="sr-only" />
          <LoadError title={t`The complaint could not be loaded.`} query={query} />
        </>
      ) : (
        <SkeletonList label={t`Loading the complaint`} count={1}>
          <div className="grid gap-4">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-8 w-4/5" />
            <Skeleton className="h-9 w-72 max-w-full" />
            <Skeleton className="mt-4 h-40 w-full" />
          </div>
        </SkeletonList>
      )}
    </section>
  );
}
