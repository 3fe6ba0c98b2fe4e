import {
  createHoliday,
  deleteHoliday,
  deleteTarget,
  listHolidays,
  listTargets,
  setTarget,
  type Holiday,
  type Targets,
} from '@baraza/contract';
import type { InputOf } from '@baraza/contract/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, reads } from '../../lib/api.ts';

/** The days without work, from today on. */
export function useHolidays() {
  return useQuery(reads(listHolidays));
}

/** Each change is answered with the whole list. */
function useKeepHolidays() {
  const client = useQueryClient();
  return (days: Holiday[]) => client.setQueryData(reads(listHolidays).queryKey, days);
}

export function useAddHoliday() {
  return useMutation({
    mutationFn: (body: InputOf<typeof createHoliday>['body']) => call(createHoliday, { body }),
    onSuccess: useKeepHolidays(),
  });
}

export function useDeleteHoliday() {
  const keep = useKeepHolidays();
  return async (id: string) => keep(await call(deleteHoliday, { params: { id } }));
}

/** How many working days the MDA gives itself. */
export function useTargets() {
  return useQuery(reads(listTargets));
}

function useKeepTargets() {
  const client = useQueryClient();
  return (targets: Targets) => client.setQueryData(reads(listTargets).queryKey, targets);
}

export function useSetTarget() {
  return useMutation({
    mutationFn: (body: InputOf<typeof setTarget>['body']) => call(setTarget, { body }),
    onSuccess: useKeepTargets(),
  });
}

export function useDeleteTarget() {
  const keep = useKeepTargets();
  return async (id: string) => keep(await call(deleteTarget, { params: { id } }));
}
