import { queryClient } from '@baraza/app';
import type { FiledComplaint } from '@baraza/contract';
import { skipToken, useQuery } from '@tanstack/react-query';

// In the query cache, which outlives the form that sets it and is cleared with the session.
const queryKey = ['receipt'];

/** Sets the receipt on show, or removes it with null. */
export const setReceipt = (complaint: FiledComplaint | null) => void queryClient.setQueryData(queryKey, complaint);

/** Returns the complaint just submitted, or null. */
export const useReceipt = () =>
  useQuery<FiledComplaint | null>({ queryKey, queryFn: skipToken, gcTime: Infinity }, queryClient).data ?? null;
