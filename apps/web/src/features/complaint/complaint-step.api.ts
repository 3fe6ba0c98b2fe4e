import { call } from '@baraza/app';
import { ApiError, appealComplaint, type Complaint, confirmResolution, withdrawComplaint } from '@baraza/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keep, refreshComplaints } from './complaint.api.ts';

export const useWithdrawComplaint = () =>
  useStep(({ id, reason }: { id: string; reason: string }) =>
    call(withdrawComplaint, { body: { id, reason: reason || undefined } }),
  );

export const useConfirmResolution = () =>
  useStep((body: { id: string; solved: boolean }) => call(confirmResolution, { body }));

export const useAppeal = () => useStep((body: { id: string; reason: string }) => call(appealComplaint, { body }));

function useStep<B>(mutationFn: (body: B) => Promise<Complaint>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (complaint) => keep(client, complaint),
    // The office took a step first, so the complaint on screen is out of date.
    onError: (error) => (error instanceof ApiError && error.status === 409 ? refreshComplaints(client) : undefined),
  });
}
