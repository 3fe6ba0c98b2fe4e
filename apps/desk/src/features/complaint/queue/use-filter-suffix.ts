import { useLocation, useSearchParams } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { filtersOf } from '../queues.ts';

/** Returns the filters of the address, to be kept on the way to another queue. */
export function useFilterSuffix(): string {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  // A queue says by itself whose complaints it has; other pages have filters of their own in the address.
  const { assignee: _, ...kept } = filtersOf(params);
  const set = new URLSearchParams(kept);
  return set.size > 0 && pathname.startsWith(paths.queue('')) ? `?${set}` : '';
}
