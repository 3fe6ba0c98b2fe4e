import { type Action, limit, message, transitionOf } from '@baraza/contract';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { countFilesOf, insertFiles, type StoredFile } from '../../../files/file.store.ts';
import { validation } from '../../../http/errors.ts';
import { useQuota } from '../../../limits/quota.store.ts';
import type { Services } from '../../../services.ts';
import type { EventFacts } from '../history/sealed-event.ts';

/** Refuses files at an action that takes none. */
export function requireTakesFiles(action: Action, count: number): void {
  if (count > 0 && !transitionOf(action).files) throw validation({ files: message.invalid });
}

/** Counts files of a step against the complaint's limit and the sender's quota. @throws AppError beyond them. */
export async function countStepFiles(
  tx: Database,
  services: Services,
  { accountId }: Caller,
  complaintId: string,
  files: readonly StoredFile[],
): Promise<void> {
  if (files.length === 0) return;
  if ((await countFilesOf(tx, complaintId)) + files.length > limit.complaintFiles)
    throw validation({ files: message.complaintFull });
  await useQuota(tx, services, accountId, { complaints: 0, files });
}

/** Adds files to a step. */
export async function insertStepFiles(
  tx: Database,
  { accountId }: Caller,
  { complaintId, seq, at }: EventFacts,
  files: readonly StoredFile[],
): Promise<void> {
  await insertFiles(tx, files, { accountId, complaintId, eventSeq: seq, createdAt: at });
}
