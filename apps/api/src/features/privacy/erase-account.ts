import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import type { Database } from '../../db/database.ts';
import { removeFromOutbox } from '../../platform/outbox.ts';
import type { Services } from '../../platform/services.ts';
import { dropWaitingMails } from '../../platform/waiting-mails.ts';
import { type PersonalData, withoutPerson } from '../complaint/erase-person.store.ts';
import { eraseRows, findReturned, lockCitizen } from './erasure.store.ts';

/** What erasing needs: a restore has no more. */
type ErasureServices = Pick<Services, 'db' | 'clock' | 'settings' | 'log' | 'files' | 'keys'>;

interface Person extends PersonalData {
  readonly pendingEmail: string | null;
}

/**
 * Erases who a citizen is, everywhere: tables, photos, mails that wait and mails that are kept. `also` is done in the same
 * transaction. False when there is no such citizen any more.
 */
export async function eraseAccount(
  services: ErasureServices,
  accountId: string,
  also: (tx: Database, person: Person) => Promise<void> = async () => {},
): Promise<boolean> {
  const { db, clock, settings, log, files } = services;
  const at = clock.now();
  const erased = await db.transaction(async (tx) => {
    const row = await lockCitizen(tx, accountId);
    if (!row) return undefined;
    const photos = await eraseRows(tx, row, at);
    await dropWaitingMails(tx, services, ({ to, subject, text }) => names(`${to}\n${subject}\n${text}`, row));
    await also(tx, row);
    return { row, photos };
  });
  if (!erased) return false;
  // The clean-up job takes what fails here: no row names these bytes any more.
  await Promise.allSettled(erased.photos.map((key) => files.delete(key)));
  await removeFromOutbox(settings.dataDir, (mail) => names(mail, erased.row));
  await keepTombstone(settings.dataDir, accountId, at);
  log.info({ actor: accountId, outcome: 'erased' }, 'account');
  return true;
}

function names(text: string, person: Person): boolean {
  const lower = text.toLowerCase();
  const addresses = [person.email, person.pendingEmail].filter((it) => it !== null);
  return addresses.some((it) => lower.includes(it)) || withoutPerson(text, person) !== text;
}

/** Beside the database too: so that an older backup of it does not forget. */
async function keepTombstone(dataDir: string, accountId: string, at: Date): Promise<void> {
  const line = JSON.stringify({ account_id: accountId, at: at.toISOString() });
  await appendFile(path.join(dataDir, 'erasures.jsonl'), `${line}\n`, { mode: 0o600 });
}

/** Erases again whom a backup brought back. Answers how many. */
export async function reapplyErasures(services: ErasureServices): Promise<number> {
  const returned = await findReturned(services.db);
  for (const { id } of returned) await eraseAccount(services, id);
  if (returned.length > 0)
    services.log.info({ count: returned.length }, 'Accounts that a backup brought back were erased again.');
  return returned.length;
}
