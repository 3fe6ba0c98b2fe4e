import type { Database } from '../../db/database.ts';
import type { WrittenMail } from '../../mail/mail.ts';
import { removeFromMailFolder } from '../../mail/mail-folder.ts';
import { deleteMailsAbout, deleteMailsFor } from '../../mail/outbox.store.ts';
import type { Services } from '../../services.ts';
import { eraseRows, findReturned, listTrackingIds, lockCitizen } from './erasure.store.ts';
import { isMailOfPerson, type Mailee, namesPersonInCase } from './redact-person.ts';
import { type Identified, listClosed, listReturned, redactPerson } from './anonymity.store.ts';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { erasuresFile } from '../../config/data-dir.ts';

type ErasureServices = Pick<Services, 'db' | 'clock' | 'settings' | 'keys' | 'log' | 'files'>;

/** Erases a citizen from tables, files and mails. `also` runs in the same transaction. False when there is none any more. */
export async function eraseAccount(
  services: ErasureServices,
  accountId: string,
  also: (tx: Database, person: Mailee) => Promise<void> = async () => {},
): Promise<boolean> {
  const { db, clock, settings, keys, log, files } = services;
  const at = clock.now();
  const erased = await db.transaction(async (tx) => {
    const row = await lockCitizen(tx, accountId);
    if (!row) return undefined;
    const photos = await eraseRows(tx, row, { at, keys });
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

type AnonymityServices = Pick<Services, 'db' | 'clock' | 'settings' | 'keys' | 'log'>;

const first = '00000000-0000-0000-0000-000000000000';

/** Anonymises every complaint closed before an instant, each in its own transaction. Returns how many. */
export async function anonymiseClosed(services: AnonymityServices, before: Date, batch = 200): Promise<number> {
  let done = 0;
  let after = first;
  for (let more = true; more;) {
    const found = await listClosed(services.db, before, after, batch);
    done += await anonymise(services, found, before);
    after = found.at(-1)?.id ?? after;
    more = found.length === batch;
  }
  return done;
}

/** Anonymises complaints again that a restored backup brought back with their person. Returns how many. */
async function reapplyAnonymity(services: AnonymityServices): Promise<number> {
  const done = await anonymise(services, await listReturned(services.db));
  if (done > 0) services.log.info({ count: done }, 'Complaints that a backup brought back lost their person again.');
  return done;
}

async function anonymise(services: AnonymityServices, found: readonly Identified[], closedBefore?: Date) {
  if (found.length === 0) return 0;
  const { db, clock, settings, keys } = services;
  // Mails first: whoever comes after a crash finds the complaints that are left by their person, and no mail by itself.
  const isUnwanted = (mail: WrittenMail) =>
    found.some(({ trackingId, person }) => namesPersonInCase(mail, person, [trackingId]));
  await removeFromMailFolder(settings.dataDir, isUnwanted);
  const complaintIds = found.map(({ id }) => id);
  await deleteMailsAbout(db, complaintIds);
  let done = 0;
  for (const { id } of found) {
    const at = clock.now();
    if (!(await db.transaction((tx) => redactPerson(tx, id, { at, keys }, closedBefore)))) continue;
    await writeTombstone(settings.dataDir, id, at);
    done += 1;
  }
  return done;
}

/** Notes an erasure in the data folder, by id alone. An older backup is erased again by it. */
async function writeTombstone(dataDir: string, id: string, at: Date): Promise<void> {
  const line = JSON.stringify({ account_id: id, at: at.toISOString() });
  await appendFile(path.join(dataDir, erasuresFile), `${line}\n`, { mode: 0o600 });
}
