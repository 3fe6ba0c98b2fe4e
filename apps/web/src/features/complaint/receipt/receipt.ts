import { queryClient } from '@baraza/app';
import type { FiledComplaint } from '@baraza/contract';
import { skipToken, useQuery } from '@tanstack/react-query';

// Outside the form that gives it and the screen that shows it: the one is gone when the other comes. Emptied with the session.
const queryKey = ['receipt'];

/** Sets or, with null, takes away the receipt on show. */
export const setReceipt = (complaint: FiledComplaint | null) => void queryClient.setQueryData(queryKey, complaint);

/** The complaint that was just submitted, if any. */
export const useReceipt = () =>
  useQuery<FiledComplaint | null>({ queryKey, queryFn: skipToken }, queryClient).data ?? null;
