import * as contract from '@baraza/contract';
import { and, asc, eq, gt, gte, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { complaint, complaintEvent, logEntry } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';
import { validation } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { visibleTo, within } from '../../complaint/record/visibility.ts';
import { readSize, readWentBackAt } from '../../log/log.store.ts';

/** Entries of the log that one page looks at: many may be of complaints that the reader does not see. */
const span = 20_000;

/** Whether an event came after the import of its complaint. Nobody waits for those of years ago. */
export const isAfterImport = or(isNull(complaint.importedVersion), gt(complaintEvent.seq, complaint.importedVersion));

/** Reads events that a program may see from a place in the log on. Commits in another order than their times skip none. */
export async function readEvents(db: Database, reader: Actor, from: number, condition?: SQL) {
  // Read before the events: those appended meanwhile belong to the next page.
  const size = await readSize(db);
  const end = Math.min(size, from + span);
  const rows = await db
    .select({
      index: logEntry.index,
      seq: complaintEvent.seq,
      action: complaintEvent.action,
      at: complaintEvent.at,
      id: complaint.id,
      trackingId: complaint.trackingId,
    })
    .from(logEntry)
    .innerJoin(complaint, eq(complaint.id, logEntry.subject))
    .innerJoin(complaintEvent, and(eq(complaintEvent.complaintId, complaint.id), eq(complaintEvent.seq, logEntry.seq)))
    .where(
      within(
        visibleTo(reader),
        eq(logEntry.source, 'complaint'),
        gte(logEntry.index, from),
        lt(logEntry.index, end),
        condition,
      ),
    )
    .orderBy(asc(logEntry.index))
    .limit(contract.eventPage);
  const next = rows.length === contract.eventPage ? rows.at(-1)!.index + 1 : Math.max(end, from);
  const items = rows.map(({ id, seq, action, at, trackingId }): contract.ComplaintEvent => ({
    // Without a dot, which ends it in what a webhook signs.
    id: `${id}-${seq}`,
    type: `complaint.${action}`,
    timestamp: at.toISOString(),
    data: { id, trackingId, version: seq },
  }));
  return { items, next, more: next < size };
}

/** Reads a page of the feed. A place from before a restore may skip events, and is refused. */
export async function listEvents({ services: { db }, caller, query }: Context<typeof contract.listEvents>) {
  const wentBackAt = (await readWentBackAt(db))?.getTime() ?? 0;
  const [from = 0, since] = query.after?.split('.').map(Number) ?? [0, wentBackAt];
  if (since !== wentBackAt) throw validation({ after: contract.staffMessage.eventsRestored });
  const { next, ...page } = await readEvents(db, caller, from);
  return { ...page, next: `${next}.${wentBackAt}` };
}
