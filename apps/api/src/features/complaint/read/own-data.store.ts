import { asc, eq } from 'drizzle-orm';
import type { Complaint } from '@baraza/contract';
import { complaint } from '../../../db/schema/tables.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { type FileRow, filesOfComplaint } from '../../../files/file.store.ts';
import type { Services } from '../../../services.ts';
import { showToCitizen } from './show-complaint.ts';

export interface OwnComplaint {
  readonly complaint: Complaint;
  readonly files: readonly FileRow[];
}

/** Everything about a citizen's complaints, one after the other, the oldest first. */
export async function* readOwnComplaints(services: Services, caller: Caller): AsyncGenerator<OwnComplaint> {
  const { db } = services;
  const own = await db
    .select({ id: complaint.id })
    .from(complaint)
    .where(eq(complaint.citizenId, caller.accountId))
    .orderBy(asc(complaint.submittedAt), asc(complaint.id));
  for (const { id } of own) {
    const [shown, files] = await Promise.all([showToCitizen(services, caller, id), filesOfComplaint(db, id)]);
    yield { complaint: shown, files };
  }
}
