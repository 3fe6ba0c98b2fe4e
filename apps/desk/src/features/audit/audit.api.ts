import { auditGroups, auditOutcomes, listAudit, type exportAudit, type InputOf } from '@baraza/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '@baraza/app';
import { paths } from '../../lib/router/paths.ts';

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

export const filterNames = ['actor', 'who', 'group', 'outcome', 'object', 'from', 'to'] as const;

/** Reads the filters from the address; drops invalid ones. */
export function readFilters(params: URLSearchParams): AuditFilters {
  const values = Object.fromEntries(filterNames.map((name) => [name, params.get(name)?.trim() || undefined]));
  return {
    ...values,
    group: auditGroups.find((name) => name === values['group']),
    outcome: auditOutcomes.find((name) => name === values['outcome']),
  };
}

/** Builds the address of the audit trail with these filters. */
export function auditPath(filters: Readonly<Partial<Record<(typeof filterNames)[number], string>>>): string {
  const params = new URLSearchParams();
  for (const name of filterNames) if (filters[name]) params.set(name, filters[name]);
  const search = params.toString();
  return search ? `${paths.audit}?${search}` : paths.audit;
}
