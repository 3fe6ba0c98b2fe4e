import { demoWord, getDemoData, removeDemoData } from '@baraza/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '../../lib/api/api.ts';

/** Reads how much sample data there is. */
export function useDemoData() {
  return useQuery(endpointQuery(getDemoData));
}

/** Removes the sample data and invalidates all queries. */
export function useRemoveDemoData() {
  const client = useQueryClient();
  return async () => {
    const left = await call(removeDemoData, { body: { confirm: demoWord } });
    client.setQueryData(endpointQuery(getDemoData).queryKey, left);
    await client.invalidateQueries();
  };
}
