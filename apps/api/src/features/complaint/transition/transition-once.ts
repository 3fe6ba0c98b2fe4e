import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { hashSubmissionKey } from '../../../crypto/digest.ts';
import { namedFor } from '../../../files/file-name.ts';
import type { ReceivedFile } from '../../../files/temp-files.ts';
import { digestOf, findKey, insertKey, submitOnce, type UsedKey } from '../../../limits/submission-key.store.ts';
import type { Services } from '../../../services.ts';
import type { TransitionCommand } from '../../../domain/step.ts';
import { readIdentity } from '../record/details.store.ts';
import { transitionComplaint } from './transition-complaint.ts';

/** Takes a step of a citizen once for each idempotency key. */
export async function transitionOnce(
  services: Services,
  caller: Caller,
  command: TransitionCommand,
  { files: sent, key: plainKey }: { readonly files: readonly ReceivedFile[]; readonly key: string | undefined },
): Promise<void> {
  const { db, clock, keys } = services;
  const key = plainKey && hashSubmissionKey(keys, plainKey);
  const { accountId: citizenId } = caller;
  const { complaintId } = command;
  const files = sent.length === 0 ? sent : namedFor(await readIdentity(db, caller, complaintId), sent);
  const requestDigest = digestOf(command, files);
  const used = key === undefined ? undefined : await findKey(db, citizenId, key);
  await submitOnce(db, { citizenId, key, requestDigest, resultOf: (it: UsedKey) => it.complaintId }, used, async () => {
    const claim = async (tx: Database) => {
      if (key) await insertKey(tx, { key, requestDigest, citizenId, complaintId, createdAt: clock.now() });
    };
    await transitionComplaint(services, caller, command, { files, claim });
    return complaintId;
  });
}
