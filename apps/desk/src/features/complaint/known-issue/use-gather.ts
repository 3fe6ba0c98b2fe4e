import { bulkMax, gatherComplaints, listKnownIssues } from '@baraza/contract';
import { useEndpoint } from '../../../lib/api/use-endpoint.ts';

/** Returns a function that adds any number of complaints to a known issue. */
export function useGather() {
  const { mutateAsync } = useEndpoint(gatherComplaints, listKnownIssues);
  return async (id: string, all: readonly string[]) => {
    for (let from = 0; from < all.length; from += bulkMax)
      await mutateAsync({ params: { id }, body: { complaints: all.slice(from, from + bulkMax) } });
  };
}
