import { deleteAccount, exportOwnData as exportEndpoint } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAudit, recordAuditEventAlone } from '../../../audit/audit.ts';
import { mailAccountDeleted } from '../../../auth/mails.ts';
import { requireCurrentPassword } from '../../../auth/password/change-password.ts';
import { textAccountDeleted } from '../../../auth/texts.ts';
import { unauthenticated } from '../../../http/errors.ts';
import { mount, mountDownload } from '../../../http/mount.ts';
import { isPhoneAddress } from '../../../mail/erased.ts';
import { useThrottle } from '../../../limits/throttle.store.ts';
import type { Services } from '../../../services.ts';
import { eraseAccount } from './erase-account.ts';
import { exportOwnData } from './export-data.ts';

/** Mounts the download of one's own data and the deletion of one's account. */
export function privacyRoutes(app: FastifyInstance, services: Services): void {
  mountDownload(app, services, exportEndpoint, async ({ caller, request }) => {
    const { db, rates, clock } = services;
    await useThrottle(db, rates.ownData, ['own data', caller.accountId], clock.now());
    await recordAuditEventAlone(db, services, request, { action: 'account.exported' });
    const day = clock.now().toISOString().slice(0, 10);
    return { fileName: `my-data-${day}.zip`, stream: exportOwnData(services, caller) };
  });

  mount(app, services, deleteAccount, async ({ caller, body, request }) => {
    await requireCurrentPassword(services, caller, body.currentPassword, request);
    const { accountId: actorId, role: actorRole } = caller;
    const erased = await eraseAccount(services, actorId, async (tx, { email, phone }) => {
      // Without the network address: the person asked to be erased.
      await recordAudit(tx, {
        at: services.clock.now(),
        actorId,
        actorRole,
        action: 'account.erased',
        outcome: 'done',
        requestId: request.id,
      });
      if (phone && isPhoneAddress(email)) await textAccountDeleted(tx, services, phone);
      else await mailAccountDeleted(tx, services, email);
    });
    if (!erased) throw unauthenticated();
    return { message: 'Your account is deleted.' };
  });
}
