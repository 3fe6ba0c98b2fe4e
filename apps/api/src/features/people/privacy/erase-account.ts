import { eq, inArray } from 'drizzle-orm';
import type { Database } from '../../../db/database.ts';
import { removeFromMailFolder } from '../../../mail/mail-folder.ts';
import { eraseRows, findReturned, lockCitizen } from './erasure.store.ts';
import { listClosed, listReturned, redactPerson } from './anonymity.store.ts';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { erasuresFile } from '../../../config/data-dir.ts';
import type { PersonalData } from '../../../domain/redact-person.ts';
import { readPages } from '../../../db/read-pages.ts';
import { mailOutbox } from '../../../db/schema/tables.ts';
import type { Services } from '../../../services.ts';

type ErasureServices = Pick<Services, 'db' | 'clock' | 'settings' | 'keys' | 'log' | 'files'>;

/** Erases a citizen from tables, files and mails. `also` runs in the same transaction. False when there is none any more. */
export async function eraseAccount(
  services: ErasureServices,
  accountId: string,
  also: (tx: Database, person: PersonalData) => Promise<void> = async () => {},
): Promise<boolean> {
  const { db, clock, settings, keys, log, files } = services;
  const at = clock.now();
  const photos = await db.transaction(async (tx) => {
    const row = await lockCitizen(tx, accountId);
    if (!row) return undefined;
    const gone = await eraseRows(tx, row, { at, keys });
    await tx.delete(mailOutbox).where(eq(mailOutbox.citizenId, accountId));
    await also(tx, row);
    return gone;
  });
  if (!photos) return false;
  // The clean-up job takes what fails here: no row names these bytes any more.
  await Promise.allSettled(photos.map((key) => files.delete(key)));
  await removeFromMailFolder(settings.dataDir, [accountId]);
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
  const done = await anonymise(services, await listReturned(services.db));
  if (done > 0) services.log.info({ count: done }, 'Complaints that a backup brought back lost their person again.');
  return returned.length + done;
}

/** Anonymises every complaint closed before an instant, each in its own transaction. Returns how many. */
export async function anonymiseClosed(services: ErasureServices, before: Date, batch = 200): Promise<number> {
  const { db } = services;
  let done = 0;
  const pages = readPages<{ id: string }>(batch, (last) => listClosed(db, before, last, batch));
  for await (const found of pages) done += await anonymise(services, found, before);
  return done;
}

async function anonymise(services: ErasureServices, found: readonly { readonly id: string }[], closedBefore?: Date) {
  if (found.length === 0) return 0;
  const { db, clock, settings, keys } = services;
  // Mails first: whoever comes after a crash finds the complaints that are left by their person, and no mail by itself.
  const complaintIds = found.map(({ id }) => id);
  await removeFromMailFolder(settings.dataDir, complaintIds);
  await db.delete(mailOutbox).where(inArray(mailOutbox.complaintId, complaintIds));
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
