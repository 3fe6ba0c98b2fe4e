import { getCover, type InputOf, listColleagues, listDeskComplaints, listMdaStaff, setLeave } from '@baraza/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, endpointQuery } from '@baraza/app';

/** Reads somebody's leave, number of open complaints, and possible deputies. */
export function useCover(id: string, enabled = true) {
  return useQuery({ ...endpointQuery(getCover, { params: { id } }), enabled });
}

/** Returns a function that sets or ends the leave of a member of staff. */
export function useSetLeave(id: string) {
  const client = useQueryClient();
  return async (body: InputOf<typeof setLeave>['body']) => {
    const cover = await call(setLeave, { params: { id }, body });
    client.setQueryData(endpointQuery(getCover, { params: { id } }).queryKey, cover);
    for (const { path } of [listMdaStaff, listColleagues, listDeskComplaints])
      void client.invalidateQueries({ queryKey: [path] });
  };
}
