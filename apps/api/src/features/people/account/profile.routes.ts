import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent, recordAuditEventAlone } from '../../../audit/audit.ts';
import * as accounts from '../../../auth/account.store.ts';
import { newHandle, setCodeCookie } from '../../../auth/code/code-cookie.ts';
import { issueCode } from '../../../auth/code/code.ts';
import { loginOf, type LoginOrigin, loginOriginOf } from '../../../auth/device/trusted-device.ts';
import { mailAlreadyRegistered, mailNewAddressCode, mailNotice, notices } from '../../../auth/mails.ts';
import { changePassword, lockOwnAccount, requireCurrentPassword } from '../../../auth/password/change-password.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { endSession, sessionsOf } from '../../../auth/session/session.store.ts';
import type { Database } from '../../../db/database.ts';
import { deleteFile, insertFiles, withStoredFiles } from '../../../files/file.store.ts';
import { notFound, unauthenticated } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import { useQuota } from '../../../limits/quota.store.ts';
import type { Services } from '../../../services.ts';

/** Mounts the calls for the caller's own account. */
export function profileRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, contract.getUser, ({ services: own, caller }) => ownAccount(own, caller));
  mount(app, services, contract.getUserInfo, ({ services: own, caller }) => ownAccount(own, caller));

  mount(app, services, contract.updateProfile, updateProfile);
  mount(app, services, contract.updatePassword, changePassword);
  mount(app, services, contract.chooseLanguage, ({ services: { db }, caller, body }) =>
    accounts.updateAccount(db, caller.accountId, { language: body.language }),
  );

  mount(app, services, contract.confirmPassword, async ({ services: own, caller, body, request }) => {
    await requireCurrentPassword(own, caller, body.currentPassword, request);
    await recordAuditEventAlone(own.db, own, request, { action: 'account.password-asked' });
  });

  mount(app, services, contract.listSessions, async ({ services: { db, clock, settings }, caller }) => {
    const sessions = await sessionsOf(db, caller.accountId, clock.now(), settings.sessions);
    return sessions.map(({ caller: { sessionId }, createdAt, lastUsedAt, userAgent }) => ({
      id: sessionId,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
      userAgent,
      current: sessionId === caller.sessionId,
    }));
  });

  mount(app, services, contract.endSession, async ({ services: own, caller, params, request }) => {
    await own.db.transaction(async (tx) => {
      if (!(await endSession(tx, caller.accountId, params.id))) throw notFound();
      await recordAuditEvent(tx, own, request, { action: 'account.session-ended' });
    });
  });
}

async function ownAccount(services: Services, caller: Caller) {
  const row = await accounts.findAccountById(services.db, caller.accountId);
  if (!row) throw unauthenticated();
  return accounts.toUser(row, services, caller);
}

/** Changes name, phone and photo at once; a new e-mail only with the password and its code. */
async function updateProfile(context: Context<typeof contract.updateProfile>): Promise<contract.User> {
  const { services, caller, body: change, files, request, reply } = context;
  const { db } = services;
  const before = await accounts.findAccountById(db, caller.accountId);
  if (!before) throw unauthenticated();
  const newEmail = change.email === before.email ? undefined : change.email;
  const isMoved = newEmail !== undefined;
  const proved = isMoved ? await requireCurrentPassword(services, caller, change.currentPassword, request) : undefined;
  const { handle, handleHash } = newHandle();
  const origin = await loginOriginOf(services, loginOf(change.email, 'user'), request);
  await withStoredFiles(services, files.file, ([photo]) =>
    db.transaction(async (tx) => {
      // Throws if the account was erased in another tab.
      const account = await lockOwnAccount(tx, caller, proved);
      await accounts.updateAccount(tx, account.id, {
        firstName: change.first_name,
        lastName: change.last_name,
        phone: change.phone,
        // The old address again cancels the change.
        pendingEmail: newEmail ?? null,
        ...(photo && { photoId: photo.id }),
      });
      if (photo) {
        await useQuota(tx, services, account.id, { complaints: 0, files: [photo] });
        await insertFiles(tx, [photo], { accountId: account.id, createdAt: services.clock.now() });
        if (account.photoId) await deleteFile(tx, account.photoId);
      }
      const detail = { email: isMoved, photo: photo !== undefined };
      await recordAuditEvent(tx, services, request, { action: 'account.profile-changed', detail });
      if (isMoved) await askNewAddress(tx, services, account, { email: newEmail, handleHash, origin });
    }),
  );
  if (isMoved) setCodeCookie(reply, services, 'pv', handle);
  return ownAccount(services, caller);
}

async function askNewAddress(
  tx: Database,
  services: Services,
  account: accounts.AccountRow,
  { email, handleHash, origin }: { email: string; handleHash: Buffer; origin: LoginOrigin },
) {
  const taken = await accounts.findAccount(tx, email, 'user');
  const isTaken = taken !== undefined && taken.emailVerifiedAt !== null;
  const accountId = isTaken ? null : account.id;
  const scope = { email, audience: 'user', purpose: 'change-email', accountId, handleHash } as const;
  const issued = await issueCode(tx, services, scope, { origin });
  if (isTaken) await mailAlreadyRegistered(tx, services, email);
  else await mailNewAddressCode(tx, services, { ...issued, to: email, citizenId: account.id });
  await mailNotice(tx, services, account, notices.addressChanging);
}
