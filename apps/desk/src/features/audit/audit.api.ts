import { exportAudit, listAudit, type InputOf } from '@baraza/contract';
import { download } from '@baraza/contract/core/download';
import { saveFile } from '@baraza/app/save-file';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { withPassword } from '../../lib/api/reauthentication.ts';
import { endSession, getToken } from '../../lib/api/token.ts';

const pageSize = 50;

export type AuditFilters = NonNullable<InputOf<typeof exportAudit>['query']>;

/** Reads the audit trail, newest first, page by page. */
export function useAudit(filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: [listAudit.path, filters],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, { query: { ...filters, limit: pageSize, cursor: pageParam ?? undefined } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

/** Saves all entries that match the filters. */
export function useExportAudit() {
  const options = { token: getToken, onUnauthorized: () => endSession('expired') };
  return useMutation({
    mutationFn: async (query: AuditFilters) =>
      saveFile(await withPassword(() => download(options, exportAudit, { query }))),
  });
}
