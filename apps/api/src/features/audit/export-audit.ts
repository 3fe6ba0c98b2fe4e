import { Readable } from 'node:stream';
import type { AuditEntry } from '@baraza/contract';
import type { Caller } from '../../auth/session/caller.ts';
import { csvLine, csvStart } from '../../http/csv.ts';
import type { Database } from '../../db/database.ts';
import { type AuditFilters, listAudit } from './audit.store.ts';

const heads = [
  'Time (UTC)',
  'Who',
  'Role',
  'MDA',
  'Action',
  'Outcome',
  'Object',
  'Name of the object',
  'Id of the object',
  'Network',
  'Detail',
  'Request',
  'Person',
  'Entry',
];

/** So many entries are in memory at a time, however long the trail is. */
const batch = 500;

/** The trail as CSV, read while it is sent. */
export function auditAsCsv(db: Database, caller: Caller, filters: AuditFilters): Readable {
  return Readable.from(lines(db, caller, filters));
}

async function* lines(db: Database, caller: Caller, filters: AuditFilters): AsyncGenerator<string> {
  yield csvStart + csvLine(heads);
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await listAudit(db, caller, filters, { limit: batch, cursor });
    if (items.length > 0) yield items.map(toLine).join('');
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

function toLine({ at, actor, mda, action, outcome, object, network, detail, requestId, id }: AuditEntry): string {
  const told = detail && Object.entries(detail).map(([name, value]) => `${name}: ${value}`);
  return csvLine([
    at,
    actor?.name ?? null,
    actor?.role ?? null,
    mda?.name ?? null,
    action,
    outcome,
    object?.kind ?? null,
    object?.label ?? null,
    object?.id ?? null,
    network,
    told && told.join('; '),
    requestId,
    actor?.id ?? null,
    id,
  ]);
}
