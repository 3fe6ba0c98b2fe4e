import { CardSkeleton, SkeletonList } from '@baraza/ui/skeleton';
import type { ReactNode } from 'react';
import { LoadError } from '@baraza/app/page/load-error';

type LoadedProps<Data> = {
  query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isError: boolean;
    readonly isFetching: boolean;
  };
  /** Said in the place of the data: "The contacts could not be loaded." */
  failed: string;
  /** Said to screen readers while they are on their way: "Loading contacts". */
  loading: string;
  /** The shape of what is on its way: how many cards, and how many lines each has below its title. */
  cards?: number;
  lines?: number;
  children: (data: Data) => ReactNode;
};

/** Shows a query's data, a skeleton while it loads, or its error. */
export function Loaded<Data>({ query, failed, loading, cards = 3, lines = 1, children }: LoadedProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <LoadError title={failed} query={query} />;
  return (
    <SkeletonList label={loading} count={cards}>
      <CardSkeleton lines={lines} />
    </SkeletonList>
  );
}
