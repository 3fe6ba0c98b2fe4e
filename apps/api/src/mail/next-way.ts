import { and, eq } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { account, complaint } from '../db/schema/tables.ts';
import type { Services } from '../services.ts';
import { phrase } from '../texts/words.ts';
import type { Delivery } from './delivery.store.ts';
import { enqueueMail, nobody } from './enqueue-mail.ts';
import { lanes } from './outbox.store.ts';
import { portalLink } from './portal-link.ts';
import { subjectOfNews } from './reach.ts';

/** Records what became of messages; sends failed news by the next way, in one transaction. */
export async function recordWithNextWay(
  services: Services,
  record: (tx: Database) => Promise<readonly Delivery[]>,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    for (const delivery of await record(tx)) if (delivery.state === 'failed') await tryNextWay(tx, services, delivery);
  });
}

/** Sends news that did not arrive by the next way of their citizen, if any. */
async function tryNextWay(
  tx: Database,
  services: Services,
  { channel, citizenId, complaintId, steps }: Delivery,
): Promise<void> {
  if (citizenId === null || complaintId === null || steps.length === 0) return;
  const [row] = await tx
    .select({ email: account.email, newsWays: account.newsWays, trackingId: complaint.trackingId })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(eq(complaint.id, complaintId), eq(account.id, citizenId)));
  const ways = row?.newsWays ?? [];
  const way = ways[ways.indexOf(channel === 'mail' ? 'mail' : 'phone') + 1];
  if (!row || !way) return;
  await enqueueMail(tx, services, {
    to: way === 'mail' ? row.email : nobody,
    way,
    citizenId,
    complaintId,
    step: steps,
    // No SMS waits for a mail server.
    lane: way === 'mail' ? lanes.account : lanes.phone,
    subject: subjectOfNews(phrase(/*i18n*/ 'News of your complaint'), row.trackingId),
    text: [
      phrase(/*i18n*/ 'There is news of your complaint. The SMS about it did not reach you.'),
      phrase(/*i18n*/ 'Follow it here: {link}', { link: portalLink(services.settings.publicUrl, complaintId) }),
    ],
  });
}
