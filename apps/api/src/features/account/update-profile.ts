import type { User } from '@baraza/contract/account/account';
import type { FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { Caller } from '../../auth/session/caller.ts';
import { unauthenticated } from '../../http/errors.ts';
import { deleteFile, insertFile, withStoredFiles } from '../../files/file.store.ts';
import { useQuota } from '../../limits/quota.store.ts';
import type { Services } from '../../services.ts';
import type { ReceivedFile } from '../../files/uploads.ts';
import {
  type AccountRow,
  findAccount,
  findAccountById,
  lockAccount,
  toUser,
  updateAccount,
} from '../../auth/account.store.ts';
import { requireCurrentPassword, requireSamePassword } from '../../auth/password/current-password.store.ts';
import { setCodeCookie } from '../../auth/code/code-cookie.ts';
import { issueCode } from '../../auth/code/code.ts';
import { newHandle } from '../../auth/code/handle.ts';
import { type LoginOrigin, loginOriginOf } from '../../auth/device/trusted-device.ts';
import { mailAddressChanging, mailAlreadyRegistered, mailNewAddressCode } from '../../auth/mails.ts';
import { loginOf } from '../../auth/device/throttle-subject.ts';

export interface ProfileChange {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly currentPassword?: string | undefined;
}

/**
 * Changes name, phone and photo at once. Another e-mail needs the password, and counts only when the code that is mailed
 * there has been entered; the old address hears of it. Whether the new one belongs to somebody is not told.
 */
export async function updateProfile(
  services: Services,
  caller: Caller,
  given: ProfileChange,
  photos: readonly ReceivedFile[],
  reply: FastifyReply,
): Promise<User> {
  const { db } = services;
  const before = await findAccountById(db, caller.accountId);
  if (!before) throw unauthenticated();
  const newEmail = given.email === before.email ? undefined : given.email;
  const proved =
    newEmail === undefined
      ? undefined
      : await requireCurrentPassword(services, caller, given.currentPassword, reply.request);
  const handle = newHandle();
  const origin = await loginOriginOf(services, loginOf(given.email, 'user'), reply.request);
  await withStoredFiles(services, photos, ([photo]) =>
    db.transaction(async (tx) => {
      const account = await lockAccount(tx, caller.accountId);
      // Erased meanwhile, in another tab: nothing of the person is written again.
      if (!account || account.disabledAt) throw unauthenticated();
      if (proved) requireSamePassword(proved, account);
      await updateAccount(tx, account.id, {
        firstName: given.first_name,
        lastName: given.last_name,
        phone: given.phone,
        // The old one again: the change is called off.
        pendingEmail: newEmail ?? null,
        ...(photo && { photoId: photo.id }),
      });
      if (photo) {
        await useQuota(tx, services, account.id, { complaints: 0, files: [photo] });
        await insertFile(tx, photo, { accountId: account.id, createdAt: services.clock.now() });
        if (account.photoId) await deleteFile(tx, account.photoId);
      }
      await recordAuditEvent(tx, services, reply.request, {
        action: 'account.profile-changed',
        detail: { email: newEmail !== undefined, photo: photo !== undefined },
      });
      if (newEmail !== undefined) await askNewAddress(tx, services, account, newEmail, handle.handleHash, origin);
    }),
  );
  if (newEmail !== undefined) setCodeCookie(reply, services, 'pv', handle.handle);
  const after = await findAccountById(db, caller.accountId);
  return toUser(after ?? before, services, caller);
}

async function askNewAddress(
  tx: Database,
  services: Services,
  account: AccountRow,
  email: string,
  handleHash: Buffer,
  origin: LoginOrigin,
) {
  const taken = await findAccount(tx, email, 'user');
  const isTaken = taken !== undefined && taken.emailVerifiedAt !== null;
  const accountId = isTaken ? null : account.id;
  const scope = { email, audience: 'user', purpose: 'change-email', accountId, handleHash } as const;
  const issued = await issueCode(tx, services, scope, { origin });
  if (isTaken) await mailAlreadyRegistered(tx, services, email);
  else await mailNewAddressCode(tx, services, { ...issued, to: email, citizenId: account.id });
  await mailAddressChanging(tx, services, { to: account.email, name: account.firstName, done: false });
}
