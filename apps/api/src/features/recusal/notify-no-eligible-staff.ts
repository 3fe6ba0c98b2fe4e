import type { Database } from '../../db/database.ts';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import { enqueueMail } from '../../mail/mailer.ts';
import type { Services } from '../../services.ts';
import { listWithoutEligibleStaff, listOversight } from './recusal.store.ts';

/**
 * Tells oversight which complaints nobody of an MDA may see any more, since somebody left who did. The last of a transaction: an
 * administrator reaches no complaints, and from here on the statements do.
 */
export async function tellWhatIsLeft(tx: Database, services: Services, mdaId: string): Promise<void> {
  await bypassRowSecurity(tx);
  for (const { id, trackingId, recusedStaff } of await listWithoutEligibleStaff(tx, mdaId)) {
    const lines = [
      `Somebody left an MDA or lost their account there. The complaint ${trackingId} is kept from everybody who is left, since it is about them or names them.`,
      `Nobody there sees it. Let one of them see it, or give it to another MDA: ${services.settings.publicUrl}/desk/complaint/open/${id}`,
    ];
    const mail = { subject: `Nobody can deal with a complaint (${trackingId})`, text: lines.join('\n\n') };
    for (const to of await listOversight(tx, recusedStaff)) await enqueueMail(tx, services, { to, ...mail });
  }
}
