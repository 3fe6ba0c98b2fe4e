import { and, asc, eq, gt } from 'drizzle-orm';
import type { Complaint } from '@baraza/contract';
import { complaint } from '../../db/tables.ts';
import type { Caller } from '../../platform/caller.ts';
import { type FileRow, filesOfComplaint } from '../../platform/file.store.ts';
import type { Services } from '../../platform/services.ts';
import { showToCitizen } from './show-complaint.ts';

export interface OwnComplaint {
  readonly complaint: Complaint;
  readonly files: readonly FileRow[];
}

/** Everything about a citizen's complaints, one after the other. */
export async function* readOwnComplaints(services: Services, caller: Caller): AsyncGenerator<OwnComplaint> {
  const { db } = services;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const own = and(eq(complaint.citizenId, caller.accountId), gt(complaint.id, after));
    const [next] = await db.select({ id: complaint.id }).from(complaint).where(own).orderBy(asc(complaint.id)).limit(1);
    if (!next) return;
    const [shown, files] = await Promise.all([showToCitizen(services, caller, next.id), filesOfComplaint(db, next.id)]);
    yield { complaint: shown, files };
    after = next.id;
  }
}
