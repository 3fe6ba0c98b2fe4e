import { type NewFeedback, message } from '@baraza/contract';
import { readDescription } from '../../domain/description.ts';
import { hashSubmissionKey } from '../../crypto/digest.ts';
import { AppError, validation } from '../../http/errors.ts';
import { insertFiles, withStoredFiles } from '../../files/file.store.ts';
import { useQuota } from '../../limits/quota.store.ts';
import type { Services } from '../../services.ts';
import { digestOf, findKey, insertKey, submitOnce, type UsedKey } from '../../limits/submission-key.store.ts';
import { newTrackingId } from '../complaint/submit/tracking-id.ts';
import type { ReceivedFile } from '../../files/temp-files.ts';
import { lockCitizenShared } from '../../auth/account.store.ts';
import { findCategory } from '../reference/category.store.ts';
import { insertFeedback } from './feedback.store.ts';

/** Files a citizen's feedback with its images, once per idempotency key; returns its id. */
export async function submitFeedback(
  services: Services,
  citizenId: string,
  input: NewFeedback,
  images: readonly ReceivedFile[],
  plainKey?: string,
): Promise<string> {
  requireImages(images);
  const key = plainKey && hashSubmissionKey(services.keys, plainKey);
  const requestDigest = digestOf(input, images);
  const used = key === undefined ? undefined : await findKey(services.db, citizenId, key);
  return submitOnce(
    services.db,
    { citizenId, key, requestDigest, resultOf: (it: UsedKey) => it.feedbackId },
    used,
    () => keepFeedback(services, citizenId, input, images, { key, requestDigest }),
  );
}

async function keepFeedback(
  services: Services,
  citizenId: string,
  input: NewFeedback,
  images: readonly ReceivedFile[],
  { key, requestDigest }: { readonly key: string | undefined; readonly requestDigest: Buffer },
): Promise<string> {
  const category = await findCategory(services.db, 'feedback', input.category);
  if (!category) throw validation({ category: message.invalid });
  const description = readDescription(input.description);
  if (description.fault !== undefined) throw validation({ description: description.fault });

  const [id, createdAt] = [crypto.randomUUID(), services.clock.now()];
  const row = {
    id,
    citizenId,
    categoryId: category.id,
    title: input.title,
    description: description.html,
    descriptionText: description.text,
    createdAt,
  };
  await withStoredFiles(services, images, (stored) =>
    services.db.transaction(async (tx) => {
      await lockCitizenShared(tx, citizenId);
      if (key) await insertKey(tx, { key, requestDigest, citizenId, feedbackId: id, createdAt });
      // A random tracking ID may be taken, though rarely.
      while (!(await insertFeedback(tx, { ...row, trackingId: newTrackingId(services.clock) }))) continue;
      await useQuota(tx, services, citizenId, { complaints: 0, files: stored });
      await insertFiles(tx, stored, { accountId: citizenId, feedbackId: id, createdAt });
    }),
  );
  return id;
}

function requireImages(files: readonly ReceivedFile[]): void {
  const other = files.findIndex((file) => file.kind !== 'image');
  if (other < 0) return;
  throw new AppError('FILE_TYPE_REFUSED', message.photoType, { fields: { [`images[${other}]`]: message.photoType } });
}
