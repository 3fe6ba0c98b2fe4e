import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm';
import { isErasedAudit, isFactualAudit, isVerbatimAudit } from '../../audit/sealed-audit.ts';
import type { Database } from '../../db/database.ts';
import { readPages } from '../../db/read-pages.ts';
import { audit, feedback, feedbackEvent, logEntry, logTombstone } from '../../db/schema/tables.ts';
import type { Services } from '../../services.ts';
import { verifyHistory } from '../complaint/record/verify-history.ts';
import { feedbackDigest, wordsDigest } from '../feedback/feedback.store.ts';
import { sealTombstone } from '../log/tombstone.store.ts';
import { type EventFault, findEventFaults, nameEvent, verifyTree } from './verify-tree.ts';

const details: Readonly<Record<EventFault['kind'], string>> = {
  altered: 'altered: the log holds another',
  missing: 'missing: the log holds it',
  extra: 'extra: the log does not hold it',
  erased: 'altered: its words are gone, and no tombstone in the log says why',
};

/** Recomputes log, histories, feedback and trail as of one moment; calls `report` with each fault. */
export function verifyLog(
  db: Database,
  keys: Pick<Services, 'settings' | 'keys'>,
  report: (line: string) => void,
  { batch }: { readonly batch?: number } = {},
) {
  const verify = async (tx: Database) => {
    let faults = 0;
    const fault = (line: string) => {
      faults += 1;
      report(line);
    };
    const log = await verifyTree(tx, keys, fault);
    for (const { name, kind } of await findEventFaults(tx)) fault(`${name} ${details[kind]}`);
    const history = await verifyHistory(tx, fault, batch);
    const feedback = await verifyFeedback(tx, fault);
    const audit = await verifyAudit(tx, fault, batch);
    const tombstones = await verifyTombstones(tx, { ...keys, ...log }, fault);
    return { log, history, feedback, audit, tombstones, faults };
  };
  return db.transaction(verify, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

/** Finds forged tombstones, by which the database's owner could hide removed events. */
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
    const event = subject === null || seq === null ? undefined : await nameEvent(db, { source, subject, seq });
    fault(`tombstone ${id} (${event ?? `${source} ${subject ?? `below ${below}`}`}) forged: its seal does not fit`);
  }
  return rows.length;
}

type AuditRow = typeof audit.$inferSelect;

/** Compares every entry of the audit trail with its digests. Calls `fault` with a line for each fault. */
async function verifyAudit(db: Database, fault: (line: string) => void, batch = 2_000) {
  const sum = { entries: 0, erased: 0 };
  const pages = readPages<AuditRow>(batch, (last) =>
    db
      .select()
      .from(audit)
      .where(last && gt(audit.id, last.id))
      .orderBy(asc(audit.id))
      .limit(batch),
  );
  for await (const rows of pages)
    for (const row of rows) {
      sum.entries += 1;
      if (isErasedAudit(row)) sum.erased += 1;
      const detail = faultOf(row);
      if (detail !== undefined) fault(`audit ${row.id} (${row.at.toISOString()}, ${row.action}) altered: ${detail}`);
    }
  return sum;
}

function faultOf(row: AuditRow): string | undefined {
  if (!isFactualAudit(row)) return 'what happened does not fit its digest';
  const isRight = isErasedAudit(row) || isVerbatimAudit(row);
  return isRight ? undefined : 'network or detail do not fit their digest';
}

/** Compares the events of feedback with their digests. Calls `fault` with a line for each fault. */
async function verifyFeedback(db: Database, fault: (line: string) => void): Promise<{ events: number }> {
  const { trackingId, title, description, reply } = feedback;
  const rows = await db
    .select({ event: getTableColumns(feedbackEvent), trackingId, title, description, reply })
    .from(feedbackEvent)
    .innerJoin(feedback, eq(feedback.id, feedbackEvent.feedbackId))
    .orderBy(asc(feedbackEvent.feedbackId), asc(feedbackEvent.seq));
  for (const row of rows) {
    const { event } = row;
    const words = event.action === 'submit' ? [row.title, row.description] : [row.reply];
    const altered = (detail: string) => fault(`${row.trackingId} event ${event.seq} altered: ${detail}`);
    if (!event.digest.equals(feedbackDigest(event, event.contentDigest)))
      altered('what happened does not fit its digest');
    else if (event.salt && !event.contentDigest.equals(wordsDigest(event.salt, words)))
      altered('what was said does not fit its digest');
  }
  return { events: rows.length };
}
