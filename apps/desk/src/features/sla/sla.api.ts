import {
  createHoliday,
  deleteHoliday,
  deleteSlaTarget,
  listHolidays,
  listSlaTargets,
  setSlaTarget,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/core/endpoint';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, endpointQuery, useKeep } from '../../lib/api/api.ts';

/** Reads the days off from today on. */
export function useHolidays() {
  return useQuery(endpointQuery(listHolidays));
}

export function useAddHoliday() {
  return useMutation({
    mutationFn: (body: InputOf<typeof createHoliday>['body']) => call(createHoliday, { body }),
    onSuccess: useKeep(listHolidays),
  });
}

export function useDeleteHoliday() {
  const keep = useKeep(listHolidays);
  return async (id: string) => keep(await call(deleteHoliday, { params: { id } }));
}

/** Reads the MDA's SLA targets. */
export function useSlaTargets() {
  return useQuery(endpointQuery(listSlaTargets));
}

export function useSetSlaTarget() {
  return useMutation({
    mutationFn: (body: InputOf<typeof setSlaTarget>['body']) => call(setSlaTarget, { body }),
    onSuccess: useKeep(listSlaTargets),
  });
}

export function useDeleteSlaTarget() {
  const keep = useKeep(listSlaTargets);
  return async ({ id, version }: { id: string; version: number }) =>
    keep(await call(deleteSlaTarget, { params: { id }, query: { version } }));
}
