import type { WrittenMail } from '../../mail/mail.ts';
import { removeFromMailFolder } from '../../mail/mail-folder.ts';
import { deleteMailsAbout } from '../../mail/outbox.store.ts';
import type { Services } from '../../services.ts';
import { type Identified, listClosed, listReturned, redactPerson } from './anonymity.store.ts';
import { namesPersonInCase } from './redact-person.ts';
import { writeTombstone } from './tombstone.ts';

type AnonymityServices = Pick<Services, 'db' | 'clock' | 'settings' | 'log'>;

const first = '00000000-0000-0000-0000-000000000000';

/**
 * Anonymises every complaint closed before an instant, each in its own transaction; an interrupted run is resumed by the next.
 * Returns how many.
 */
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
export async function reapplyAnonymity(services: AnonymityServices): Promise<number> {
  const done = await anonymise(services, await listReturned(services.db));
  if (done > 0) services.log.info({ count: done }, 'Complaints that a backup brought back lost their person again.');
  return done;
}

async function anonymise(
  services: AnonymityServices,
  found: readonly Identified[],
  closedBefore?: Date,
): Promise<number> {
  if (found.length === 0) return 0;
  const { db, clock, settings } = services;
  // Mails first: whoever comes after a crash finds the complaints that are left by their person, and no mail by itself.
  const isUnwanted = (mail: WrittenMail) =>
    found.some(({ trackingId, person }) => namesPersonInCase(mail, person, [trackingId]));
  await removeFromMailFolder(settings.dataDir, isUnwanted);
  const complaintIds = found.map(({ id }) => id);
  await deleteMailsAbout(db, complaintIds);
  let done = 0;
  for (const { id } of found) {
    const at = clock.now();
    if (!(await db.transaction((tx) => redactPerson(tx, id, at, closedBefore)))) continue;
    await writeTombstone(settings.dataDir, id, at);
    done += 1;
  }
  return done;
}
