import { endpointQuery, useSearchParams } from '@baraza/app';
import { listSavedViews, type SavedView } from '@baraza/contract';
import { useQuery } from '@tanstack/react-query';
import { useMe } from '../../../lib/api/session.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { filtersOf, sorts } from '../queues.ts';

/** Reads the views of the person and of their MDA. */
export function useSavedViews() {
  const { role } = useMe();
  return useQuery({ ...endpointQuery(listSavedViews), enabled: role === 'officer' || role === 'supervisor' });
}

/** What an address of the desk asks for, as a view keeps it. */
export type Asked = Pick<SavedView, 'queue' | 'filter' | 'sort'>;

/** Reads from the address what a view of it would keep. */
export function askedBy(queue: string, params: URLSearchParams): Asked {
  return { queue, filter: filtersOf(params), sort: sorts.find((sort) => sort === params.get('sort')) ?? null };
}

/** The address of a view. */
export function addressOf({ queue, filter, sort }: Asked): string {
  const params = new URLSearchParams({ ...filter, ...(sort && { sort }) });
  params.sort();
  return paths.queue(queue) + (params.size > 0 ? `?${params}` : '');
}

/** Finds the view whose address is open. */
export function useOpenView(queue: string): SavedView | undefined {
  const [params] = useSearchParams();
  const address = addressOf(askedBy(queue, params));
  return useSavedViews().data?.find((view) => addressOf(view) === address);
}
