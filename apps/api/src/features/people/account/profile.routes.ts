import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent, recordAuditEventAlone } from '../../../audit/audit.ts';
import * as accounts from '../../../auth/account.store.ts';
import { newHandle, setCodeCookie } from '../../../auth/code/code-cookie.ts';
import { issueCode } from '../../../auth/code/code.ts';
import { loginOf, type LoginOrigin, loginOriginOf } from '../../../auth/device/trusted-device.ts';
import { mailAlreadyRegistered, mailNewAddressCode, mailNotice, notices } from '../../../auth/mails.ts';
import { addressOf, countSms, isNumber } from '../../../auth/number.ts';
import { changePassword, lockOwnAccount, requireCurrentPassword } from '../../../auth/password/change-password.ts';
import { accountsPerNumber, hasPhoneOnly, listByNumber } from '../../../auth/phone/phone-account.store.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import { endSession, sessionsOf } from '../../../auth/session/session.store.ts';
import { textCode, textNumberFull } from '../../../auth/texts.ts';
import type { Database } from '../../../db/database.ts';
import { deleteFile, insertFiles, withStoredFiles } from '../../../files/file.store.ts';
import { notFound, unauthenticated, validation } from '../../../http/errors.ts';
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

  mount(app, services, contract.chooseNewsWays, chooseNewsWays);

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

/** Keeps how news of the caller's complaints come, where there is something to choose. */
async function chooseNewsWays({ services, caller, body: { ways } }: Context<typeof contract.chooseNewsWays>) {
  const row = await accounts.findAccountById(services.db, caller.accountId);
  if (!row || !accounts.choosesNews(row, services)) throw notFound();
  if (ways.includes('mail') && hasPhoneOnly(row)) throw validation({ ways: contract.message.invalid });
  await accounts.updateAccount(services.db, row.id, { newsWays: ways });
  return ownAccount(services, caller);
}

/** Changes name, phone and photo at once; a new e-mail only with the password and its code. */
async function updateProfile(context: Context<typeof contract.updateProfile>): Promise<contract.User> {
  const { services, caller, body: change, files, request, reply } = context;
  const { db } = services;
  const before = await accounts.findAccountById(db, caller.accountId);
  if (!before) throw unauthenticated();
  const moved = newAddressOf(services, before, change);
  const isMoved = moved !== undefined;
  const proved = isMoved ? await requireCurrentPassword(services, caller, change.currentPassword, request) : undefined;
  const { handle, handleHash } = newHandle();
  const origin = await loginOriginOf(services, loginOf(moved ?? before.email, 'user'), request);
  await withStoredFiles(services, files.file, ([photo]) =>
    db.transaction(async (tx) => {
      // Throws if the account was erased in another tab.
      const account = await lockOwnAccount(tx, caller, proved);
      await accounts.updateAccount(tx, account.id, {
        firstName: change.first_name,
        lastName: change.last_name,
        ...(before.phoneUsedAt === null && { phone: change.phone }),
        // The old address again cancels the change.
        pendingEmail: moved ?? null,
        ...(photo && { photoId: photo.id }),
      });
      if (photo) {
        await useQuota(tx, services, account.id, { complaints: 0, files: [photo] });
        await insertFiles(tx, [photo], { accountId: account.id, createdAt: services.clock.now() });
        if (account.photoId) await deleteFile(tx, account.photoId);
      }
      const detail = { email: isMoved, photo: photo !== undefined };
      await recordAuditEvent(tx, services, request, { action: 'account.profile-changed', detail });
      if (!isMoved) return;
      await countSms(tx, services, request, { number: moved, purpose: 'change-email', origin });
      await askNewAddress(tx, services, account, { email: moved, handleHash, origin });
    }),
  );
  if (isMoved) setCodeCookie(reply, services, 'pv', handle);
  return ownAccount(services, caller);
}

/** Returns the new e-mail, or the new number of whoever logs in by it; undefined where neither changes. */
function newAddressOf(services: Services, before: accounts.AccountRow, change: { email: string; phone: string }) {
  const isByPhone = hasPhoneOnly(before);
  if (change.email === '' && !isByPhone) throw validation({ email: contract.message.required });
  const email = change.email === (isByPhone ? '' : before.email) ? undefined : change.email;
  const isSame = before.phoneUsedAt === null || change.phone === before.phone;
  const number = isSame ? before.phone : addressOf(services, change.phone, 'phone');
  if (number === null || number === before.phone) return email;
  if (email !== undefined) throw validation({ phone: contract.phoneMessage.oneByOne });
  return number;
}

interface Asked {
  readonly email: string;
  readonly handleHash: Buffer;
  readonly origin: LoginOrigin;
}

async function askNewAddress(
  tx: Database,
  services: Services,
  account: accounts.AccountRow,
  { email, handleHash, origin }: Asked,
) {
  if (isNumber(email)) return askNewNumber(tx, services, account, { email, handleHash, origin });
  const taken = await accounts.findAccount(tx, email, 'user');
  const isTaken = taken !== undefined && taken.emailVerifiedAt !== null;
  const accountId = isTaken ? null : account.id;
  const scope = { email, audience: 'user', purpose: 'change-email', accountId, handleHash } as const;
  const issued = await issueCode(tx, services, scope, { origin });
  if (isTaken) await mailAlreadyRegistered(tx, services, email);
  else await mailNewAddressCode(tx, services, { ...issued, to: email, citizenId: account.id });
  await mailNotice(tx, services, account, notices.addressChanging);
}

async function askNewNumber(
  tx: Database,
  services: Services,
  account: accounts.AccountRow,
  { email: number, handleHash, origin }: Asked,
) {
  const isFull = (await listByNumber(tx, number)).length >= accountsPerNumber;
  const accountId = isFull ? null : account.id;
  const scope = { email: number, audience: 'user', purpose: 'change-email', accountId, handleHash } as const;
  const issued = await issueCode(tx, services, scope, { origin });
  if (isFull) await textNumberFull(tx, services, number);
  else await textCode(tx, services, { ...issued, to: number, citizenId: account.id });
  await mailNotice(tx, services, account, notices.numberChanging);
}
