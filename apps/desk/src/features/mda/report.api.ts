import { exportReport, getReport, type InputOf } from '@baraza/contract';
import { download } from '@baraza/contract/core/download';
import { saveFile } from '@baraza/app/save-file';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/api/api.ts';
import { withPassword } from '../../lib/api/reauthentication.ts';
import { endSession, getToken } from '../../lib/api/token.ts';

export type ReportQuery = NonNullable<InputOf<typeof getReport>['query']>;

/** Reads a report; the previous one stays until the next has loaded. */
export function useReport(query: ReportQuery) {
  return useQuery({ ...endpointQuery(getReport, { query }), placeholderData: keepPreviousData });
}

/** Saves the complaints behind a report as CSV. */
export function useExportReport() {
  const options = { token: getToken, onUnauthorized: () => endSession('expired') };
  return useMutation({
    mutationFn: async (query: ReportQuery) =>
      saveFile(await withPassword(() => download(options, exportReport, { query }))),
  });
}
