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

/** Erases a citizen from tables, files and mails. `also` runs in the same transaction. Returns false if already erased. */
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
  // The clean-up job deletes the rest if this fails: no row names these bytes any more.
  await Promise.allSettled(photos.map((key) => files.delete(key)));
  await removeFromMailFolder(settings.dataDir, [accountId]);
  await writeTombstone(settings.dataDir, accountId, at);
  log.info({ actor: accountId, outcome: 'erased' }, 'account');
  return true;
}

/** Repeats erasures and anonymisations that a restored backup undid. Returns the number of both. */
export async function reapplyErasures(services: ErasureServices): Promise<number> {
  const returned = await findReturned(services.db);
  for (const { id } of returned) await eraseAccount(services, id);
  if (returned.length > 0)
    services.log.info({ count: returned.length }, 'Accounts that a backup brought back were erased again.');
  const done = await anonymise(services, await listReturned(services.db));
  if (done > 0) services.log.info({ count: done }, 'Complaints that a backup brought back lost their person again.');
  return returned.length + done;
}

/** Anonymises every complaint closed before an instant, each in its own transaction. Returns their number. */
export async function anonymiseClosed(services: ErasureServices, before: Date, batch = 200): Promise<number> {
  const { db } = services;
  let done = 0;
  const pages = readPages<{ id: string }>(batch, (last) => listClosed(db, before, last, batch));
  for await (const closed of pages) done += await anonymise(services, closed, before);
  return done;
}

async function anonymise(
  services: ErasureServices,
  complaints: readonly { readonly id: string }[],
  closedBefore?: Date,
) {
  if (complaints.length === 0) return 0;
  const { db, clock, settings, keys } = services;
  // Mails first: after a crash the remaining complaints are found by their person, but their mails would not be.
  const complaintIds = complaints.map(({ id }) => id);
  await removeFromMailFolder(settings.dataDir, complaintIds);
  await db.delete(mailOutbox).where(inArray(mailOutbox.complaintId, complaintIds));
  let done = 0;
  for (const id of complaintIds) {
    const at = clock.now();
    if (!(await db.transaction((tx) => redactPerson(tx, id, { at, keys }, closedBefore)))) continue;
    await writeTombstone(settings.dataDir, id, at);
    done += 1;
  }
  return done;
}

/** Records an erasure by id in the data folder. It is repeated on an older backup. */
async function writeTombstone(dataDir: string, id: string, at: Date): Promise<void> {
  const line = JSON.stringify({ account_id: id, at: at.toISOString() });
  await appendFile(path.join(dataDir, erasuresFile), `${line}\n`, { mode: 0o600 });
}
