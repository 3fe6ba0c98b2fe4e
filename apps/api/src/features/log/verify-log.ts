import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { logEntry, logTombstone } from '../../db/schema/tables.ts';
import type { Services } from '../../services.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { verifyHistory } from '../complaint/history/verify-history.ts';
import { verifyFeedback } from '../feedback/verify-feedback.ts';
import { type EventFault, findEventFaults, nameEvent } from './compare-events.store.ts';
import { sealTombstone } from './tombstone.store.ts';
import { verifyTree } from './verify-tree.ts';

const details: Readonly<Record<EventFault['kind'], string>> = {
  altered: 'altered: the log holds another',
  missing: 'missing: the log holds it',
  extra: 'extra: the log does not hold it',
  erased: 'altered: its words are gone, and no tombstone in the log says why',
};

/**
 * Recomputes log, histories, feedback and audit trail from their rows, as of one moment. Calls `tell` with a line for each
 * fault. `kept` is a checkpoint that somebody kept elsewhere.
 */
export function verifyLog(
  db: Database,
  keys: Pick<Services, 'settings' | 'keys'>,
  tell: (line: string) => void,
  { kept, batch }: { readonly kept?: string | undefined; readonly batch?: number } = {},
) {
  const verify = async (tx: Database) => {
    let faults = 0;
    const fault = (line: string) => {
      faults += 1;
      tell(line);
    };
    const log = await verifyTree(tx, keys, fault, kept);
    for (const { name, kind } of await findEventFaults(tx)) fault(`${name} ${details[kind]}`);
    const history = await verifyHistory(tx, fault, batch);
    const feedback = await verifyFeedback(tx, fault);
    const audit = await verifyAudit(tx, fault, batch);
    const tombstones = await verifyTombstones(tx, { ...keys, ...log }, fault);
    return { log, history, feedback, audit, tombstones, faults };
  };
  return db.transaction(verify, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

/** Names tombstones that the application did not write; the database's owner wrote them to hide what vanished. */
async function verifyTombstones(
  db: Database,
  { keys, sealedFrom }: Pick<Services, 'keys'> & { readonly sealedFrom: number },
  fault: (line: string) => void,
): Promise<number> {
  const inLog = and(eq(logEntry.source, 'tombstone'), eq(logEntry.subject, logTombstone.id));
  const rows = await db
    .select({ ...getTableColumns(logTombstone), index: logEntry.index })
    .from(logTombstone)
    .leftJoin(logEntry, inLog)
    .orderBy(asc(logTombstone.id));
  for (const { index, ...row } of rows) {
    if ((index !== null && index < sealedFrom) || row.digest.equals(sealTombstone(keys.logSeal, row))) continue;
    const { id, source, subject, seq, below } = row;
    const one = subject === null || seq === null ? undefined : await nameEvent(db, { source, subject, seq });
    fault(`tombstone ${id} (${one ?? `${source} ${subject ?? `below ${below}`}`}) forged: its seal does not fit`);
  }
  return rows.length;
}
