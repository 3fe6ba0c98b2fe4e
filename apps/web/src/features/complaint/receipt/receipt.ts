import { queryClient } from '@baraza/app';
import type { FiledComplaint } from '@baraza/contract';
import { skipToken, useQuery } from '@tanstack/react-query';

// In the cache, which is emptied with the session: the form that gives it is gone when the screen that shows it comes.
const queryKey = ['receipt'];

/** Sets or, with null, takes away the receipt on show. */
export const setReceipt = (complaint: FiledComplaint | null) => void queryClient.setQueryData(queryKey, complaint);

/** The complaint that was just submitted, if any. */
export const useReceipt = () =>
  useQuery<FiledComplaint | null>({ queryKey, queryFn: skipToken, gcTime: Infinity }, queryClient).data ?? null;
