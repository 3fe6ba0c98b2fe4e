import type { Readable } from 'node:stream';
import type { AuditEntry } from '@baraza/contract';
import type { Caller } from '../../auth/session/caller.ts';
import type { Database } from '../../db/database.ts';
import { type Cell, csvStream } from '../../http/csv.ts';
import { type AuditFilters, listAudit } from './audit.store.ts';

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

/** Streams the trail as CSV. */
export function auditAsCsv(db: Database, caller: Caller, filters: AuditFilters): Readable {
  return csvStream(
    columns.map(([head]) => head),
    pages(db, caller, filters),
  );
}

async function* pages(db: Database, caller: Caller, filters: AuditFilters, limit = 500): AsyncGenerator<Cell[][]> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await listAudit(db, caller, filters, { limit, cursor });
    yield items.map((entry) => columns.map(([, cell]) => cell(entry) ?? null));
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
