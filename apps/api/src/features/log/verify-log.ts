import { asc } from 'drizzle-orm';
import type { Database } from '../../db/database.ts';
import { logTombstone } from '../../db/schema/tables.ts';
import type { Services } from '../../services.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { verifyHistory } from '../complaint/history/verify-history.ts';
import { verifyFeedback } from '../feedback/verify-feedback.ts';
import { type EventFault, findEventFaults } from './compare-events.store.ts';
import { tombstoneDigest } from './tombstone.store.ts';
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
    const tombstones = await verifyTombstones(tx, fault);
    return { log, history, feedback, audit, tombstones, faults };
  };
  return db.transaction(verify, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

async function verifyTombstones(db: Database, fault: (line: string) => void): Promise<number> {
  const rows = await db.select().from(logTombstone).orderBy(asc(logTombstone.id));
  for (const row of rows)
    if (!row.digest.equals(tombstoneDigest(row))) fault(`tombstone ${row.id} altered: it does not fit its digest`);
  return rows.length;
}
