import { type AuditEntry, exportAudit, listAudit as listAuditEndpoint } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../db/database.ts';
import { recordAuditEvent } from '../../../audit/audit.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { mount, mountDownload } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { findRecusedObjects, findNames } from './object-names.store.ts';
import { type AuditFilters, listAudit } from './audit.store.ts';
import { type Cell, tableDownload } from '../../../http/csv.ts';

/** Mounts the audit trail and its export. */
export function auditDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAuditEndpoint, async ({ services, caller, query }) =>
    listAudit(services.db, caller, await withNames(all.db, caller, query), query),
  );

  mountDownload(app, all, exportAudit, async ({ services, caller, query, request }) => {
    const { format, ...narrowed } = query;
    const filters = Object.keys(narrowed).toSorted().join(', ') || null;
    const detail = { what: 'audit trail', filters };
    await recordAuditEvent(services.db, services, request, { action: 'export.made', detail });
    const day = services.clock.now().toISOString().slice(0, 10);
    const wanted = await withNames(all.db, caller, narrowed);
    return tableDownload(`audit-${day}`, heads, pages(services.db, caller, wanted), format);
  });
}

async function withNames<Q extends { readonly object?: string | undefined }>(
  everything: Database,
  { accountId }: Caller,
  query: Q,
) {
  const recused = await findRecusedObjects(everything, accountId);
  return { ...query, recused, object: query.object ? await findNames(everything, query.object, recused) : undefined };
}

const columns: readonly (readonly [head: string, cell: (entry: AuditEntry) => Cell | undefined])[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Who', ({ actor }) => actor?.name],
  ['Role', ({ actor }) => actor?.role],
  ['MDA', ({ mda }) => mda?.name],
  ['Action', ({ action }) => action],
  ['Outcome', ({ outcome }) => outcome],
  ['Object', ({ object }) => object?.kind],
  ['Name of the object', ({ object }) => object?.label],
  ['Id of the object', ({ object }) => object?.id],
  ['Network', ({ network }) => network],
  [
    'Detail',
    ({ detail }) =>
      detail &&
      Object.entries(detail)
        .map(([name, value]) => `${name}: ${value}`)
        .join('; '),
  ],
  ['Request', ({ requestId }) => requestId],
  ['Person', ({ actor }) => actor?.id],
  ['Entry', ({ id }) => id],
];

const heads = columns.map(([head]) => head);

async function* pages(db: Database, caller: Caller, filters: AuditFilters, limit = 500): AsyncGenerator<Cell[][]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await listAudit(db, caller, filters, { limit, cursor });
    yield items.map((entry) => columns.map(([, cell]) => cell(entry) ?? null));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
