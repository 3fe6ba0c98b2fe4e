import type { Database } from '../../db/database.ts';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import { enqueueMail } from '../../mail/enqueue-mail.ts';
import type { Services } from '../../services.ts';
import { deskLink, noEligibleStaffMail } from '../complaint/transition/staff-emails.ts';
import { listOversight, listWithoutEligibleStaff } from './recusal.store.ts';

/**
 * Mails oversight about each complaint that nobody of an MDA may see any more, after somebody left it. Call it last in a
 * transaction: an administrator reaches no complaints, and from here on the statements do.
 */
export async function notifyNoEligibleStaff(tx: Database, services: Services, mdaId: string): Promise<void> {
  await bypassRowSecurity(tx);
  for (const { id, trackingId, recusedStaff } of await listWithoutEligibleStaff(tx, mdaId)) {
    const mail = noEligibleStaffMail({ trackingId, link: deskLink(services.settings.publicUrl, id) });
    for (const to of await listOversight(tx, recusedStaff)) await enqueueMail(tx, services, { to, ...mail });
  }
}
