import { asc, eq } from 'drizzle-orm';
import type { Complaint } from '@baraza/contract';
import { complaint } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { type FileRow, filesOfComplaints } from '../../../files/file.store.ts';
import type { Services } from '../../../services.ts';
import { listDetails } from './details.store.ts';
import { toCitizensComplaint } from './show-complaint.ts';

export interface OwnComplaint {
  readonly complaint: Complaint;
  readonly files: readonly FileRow[];
}

/** Complaints in memory at a time. */
const pageSize = 20;

/** Reads everything about a citizen's complaints, page by page, the oldest first. */
export async function* readOwnComplaints(services: Services, caller: Caller): AsyncGenerator<OwnComplaint> {
  const { db } = services;
  const own = await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(eq(complaint.citizenId, caller.accountId))
    .orderBy(asc(complaint.submittedAt), asc(complaint.id));
  for (let start = 0; start < own.length; start += pageSize) {
    const ids = own.slice(start, start + pageSize).map(({ id }) => id);
    const [rows, files] = await Promise.all([listDetails(db, caller, ids), filesOfComplaints(db, ids)]);
    for (const row of rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
      const filesOfRow = files.filter(({ complaintId }) => complaintId === row.id);
      yield { complaint: await toCitizensComplaint(services, caller, row), files: filesOfRow };
    }
  }
}
