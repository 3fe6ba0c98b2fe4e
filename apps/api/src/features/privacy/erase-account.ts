import type { Database } from '../../db/database.ts';
import type { WrittenMail } from '../../mail/mail.ts';
import { removeFromMailFolder } from '../../mail/mail-folder.ts';
import { deleteMailsFor } from '../../mail/outbox.store.ts';
import type { Services } from '../../services.ts';
import { reapplyAnonymity } from './anonymise-complaints.ts';
import { eraseRows, findReturned, listTrackingIds, lockCitizen } from './erasure.store.ts';
import { isMailOfPerson, type Mailee } from './redact-person.ts';
import { writeTombstone } from './tombstone.ts';

type ErasureServices = Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'files'>;

/**
 * Erases a citizen from tables, photos, queued mails and kept mails. `also` runs in the same transaction. Returns false when there
 * is no such citizen any more.
 */
export async function eraseAccount(
  services: ErasureServices,
  accountId: string,
  also: (tx: Database, person: Mailee) => Promise<void> = async () => {},
): Promise<boolean> {
  const { db, clock, settings, log, files } = services;
  const at = clock.now();
  const erased = await db.transaction(async (tx) => {
    const row = await lockCitizen(tx, accountId);
    if (!row) return undefined;
    const photos = await eraseRows(tx, row, at);
    const trackingIds = await listTrackingIds(tx, accountId);
    const isUnwanted = (mail: WrittenMail) => isMailOfPerson(mail, row, trackingIds);
    await deleteMailsFor(tx, accountId);
    await also(tx, row);
    return { isUnwanted, photos };
  });
  if (!erased) return false;
  // The clean-up job takes what fails here: no row names these bytes any more.
  await Promise.allSettled(erased.photos.map((key) => files.delete(key)));
  await removeFromMailFolder(settings.dataDir, erased.isUnwanted);
  await writeTombstone(settings.dataDir, accountId, at);
  log.info({ actor: accountId, outcome: 'erased' }, 'account');
  return true;
}

/** Erases accounts and anonymises complaints again that a restored backup brought back. Returns how many of both. */
export async function reapplyErasures(services: ErasureServices): Promise<number> {
  const returned = await findReturned(services.db);
  for (const { id } of returned) await eraseAccount(services, id);
  if (returned.length > 0)
    services.log.info({ count: returned.length }, 'Accounts that a backup brought back were erased again.');
  return returned.length + (await reapplyAnonymity(services));
}
