import { Heading, LoadError, Navigate, Link } from '@baraza/app';
import type { StaffRole } from '@baraza/contract';
import { Button, CardSkeleton, SkeletonList, Table, type TableProps, buttonClass, RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useMe } from '../api/session.tsx';

type PageProps = {
  title: string;
  intro?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** Lays out a page other than the list of complaints: heading, intro and content. */
export function Page({ title, intro, action, children }: PageProps) {
  return (
    <main id="work" tabIndex={-1} className="focus-visible:outline-none">
      <div className="mx-auto grid max-w-264 grid-cols-[minmax(0,1fr)] gap-5 px-4 py-5 m:px-6 m:py-7">
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Heading title={title} />
            {action}
          </div>
          {intro && <p className="max-w-176 text-ink-2">{intro}</p>}
        </div>
        {children}
      </div>
    </main>
  );
}

/** Button that opens the dialog for a new item. */
export function NewButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button variant="primary" icon="plus" onClick={onClick}>
      {text}
    </Button>
  );
}

/** Limits a page to the given roles; redirects others to their start page. */
export function forRoles(roles: readonly StaffRole[], Content: ComponentType): ComponentType {
  return function PageForRoles() {
    return roles.includes(useMe().role) ? <Content /> : <Navigate to="/" replace />;
  };
}

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isError' | 'isFetching'>;
  /** Error text in place of the data; a general one by default. */
  failed?: string;
  children: (data: Data) => ReactNode;
};

/** Shows the data of a query, a skeleton while it loads, or its error. */
export function Loaded<Data>({ query, failed = t`This could not be loaded.`, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadError title={failed} query={query} />;
  return (
    <SkeletonList label={t`Loading`} count={3}>
      <CardSkeleton lines={1} />
    </SkeletonList>
  );
}

type LoadedTableProps<Row> = Omit<TableProps<Row>, 'rows' | 'captionHidden'> & Pick<LoadedProps<Row[]>, 'query'>;

/** Shows the rows of a query in a table named by the heading above. */
export function LoadedTable<Row extends object>({ query, ...table }: LoadedTableProps<Row>) {
  return <Loaded query={query}>{(rows) => <Table {...table} captionHidden rows={rows} />}</Loaded>;
}

/** Shows that the address is unknown. */
export function NotFound() {
  return (
    <main id="work" tabIndex={-1}>
      <section className="mx-auto grid min-h-[60dvh] max-w-144 content-center justify-items-center gap-4 px-4 py-10 text-center">
        <RingMark className="size-18 text-ink-3" />
        <Heading title={t`There is no page at this address`} />
        <Link to="/" className={buttonClass({ variant: 'primary' })}>
          {t`Go to the desk`}
        </Link>
      </section>
    </main>
  );
}
