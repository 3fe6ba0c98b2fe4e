import { auditGroups, auditOutcomes } from '@baraza/contract/audit/audit';
import { paths } from '../../lib/router/paths.ts';
import type { AuditFilters } from './audit.api.ts';

export const filterNames = ['actor', 'who', 'group', 'outcome', 'object', 'from', 'to'] as const;

/** Reads the filters from the address; drops invalid ones. */
export function readFilters(params: URLSearchParams): AuditFilters {
  const valueOf = (name: (typeof filterNames)[number]) => params.get(name)?.trim() || undefined;
  return {
    actor: valueOf('actor'),
    who: valueOf('who'),
    group: auditGroups.find((name) => name === params.get('group')),
    outcome: auditOutcomes.find((name) => name === params.get('outcome')),
    object: valueOf('object'),
    from: valueOf('from'),
    to: valueOf('to'),
  };
}

/** Builds the address of the audit trail with these filters. */
export function auditPath(filters: Readonly<Partial<Record<(typeof filterNames)[number], string>>>): string {
  const params = new URLSearchParams();
  for (const name of filterNames) if (filters[name]) params.set(name, filters[name]);
  const search = params.toString();
  return search ? `${paths.audit}?${search}` : paths.audit;
}
