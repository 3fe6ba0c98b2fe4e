import { type Endpoint, message, staffMessage } from '@baraza/contract';
import type * as endpoints from '@baraza/contract/account/mfa';
import { Secret } from 'otpauth';
import { recordAuditEvent } from '../../audit/audit.ts';
import type { Database } from '../../db/database.ts';
import { mfa } from '../../db/schema/tables.ts';
import { conflict, unauthenticated, validation } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import { useThrottle } from '../../limits/throttle.store.ts';
import type { Services } from '../../services.ts';
import { type AccountRow, findAccountById, updateAccount } from '../account.store.ts';
import { trustDevice } from '../device/trusted-device.ts';
import { mailNotice, notices } from '../mails.ts';
import { lockOwnAccount, requireCurrentPassword } from '../password/change-password.ts';
import type { Caller } from '../session/caller.ts';
import { endSessions } from '../session/session.store.ts';
import * as store from './mfa.store.ts';
import {
  addressOf,
  consumeCode,
  countMfaAttempt,
  hashRecoveryCode,
  isWrongCode,
  newRecoveryCodes,
  recordWrongCode,
  resetMfaAttempts,
  sealKey,
  spendAppCode,
  wrongCode,
} from './mfa.ts';

export async function readMfa({ services, caller }: Context<typeof endpoints.getMfa>): Promise<endpoints.Mfa> {
  const { db, settings } = services;
  const account = await findAccountById(db, caller.accountId);
  return {
    since: account?.mfaAt?.toISOString() ?? null,
    recoveryCodesLeft: await store.countRecoveryCodes(db, caller.accountId),
    required: settings.staffTotp === 'required',
  };
}

/** Creates an unconfirmed TOTP key. Needs the password, so that a stolen session cannot lock its owner out. */
export async function startMfa({ services, caller, body, request }: Context<typeof endpoints.startMfa>) {
  const account = await requireCurrentPassword(services, caller, body.currentPassword, request);
  // 160 bits, base32.
  const key = new Secret({ size: 20 }).base32;
  const row = { sealedKey: sealKey(services, account.id, key), createdAt: services.clock.now(), lastStep: 0 };
  await services.db.transaction(async (tx) => {
    // Locked, or a key being confirmed meanwhile would be overwritten.
    const locked = await lockOwnAccount(tx, caller, account);
    if (locked.mfaAt) throw conflict(staffMessage.doneMeanwhile);
    await tx
      .insert(mfa)
      .values({ ...row, accountId: account.id })
      .onConflictDoUpdate({ target: mfa.accountId, set: row });
    await recordAuditEvent(tx, services, request, { action: 'account.mfa-begun' });
  });
  const address = addressOf(key, { issuer: services.settings.productName, label: account.email });
  return { key, address };
}

/** Turns MFA on with the first code of the app. */
export async function confirmMfa({ services, caller, body, request, reply }: Context<typeof endpoints.confirmMfa>) {
  // Before counting, so that a stolen session cannot use up the owner's attempts.
  if ((await findAccountById(services.db, caller.accountId))?.mfaAt) throw conflict(staffMessage.doneMeanwhile);
  // Counted apart from sign-ins: guessing the code of one's own new key gains nothing.
  await useThrottle(services.db, services.rates.mfa, ['mfa set up', caller.sessionId], services.clock.now());
  return services.db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, caller);
    if (account.mfaAt) throw conflict(staffMessage.doneMeanwhile);
    if (!(await spendAppCode(tx, services, account.id, body.code))) throw wrongCode();
    const mfaAt = services.clock.now();
    await updateAccount(tx, account.id, { mfaAt });
    await trustDevice(tx, services, { ...account, mfaAt }, reply);
    await endSessions(tx, account.id, caller.sessionId);
    await recordAuditEvent(tx, services, request, { action: 'account.mfa-on' });
    await mailNotice(tx, services, account, notices.mfaOn);
    return writeRecoveryCodes(tx, services, account.id);
  });
}

export async function renewRecoveryCodes(context: Context<typeof endpoints.renewRecoveryCodes>) {
  const { services, request } = context;
  return withProofs(context, async (tx, account) => {
    if (!account.mfaAt) throw conflict(staffMessage.doneMeanwhile);
    await recordAuditEvent(tx, services, request, { action: 'account.recovery-codes-renewed' });
    await mailNotice(tx, services, account, notices.mfaRenewed);
    return writeRecoveryCodes(tx, services, account.id);
  });
}

export async function endMfa(context: Context<typeof endpoints.endMfa>): Promise<void> {
  const { services, caller, request } = context;
  await withProofs(context, async (tx, account) => {
    if (!(await store.turnOff(tx, account.id))) throw conflict(staffMessage.doneMeanwhile);
    await endSessions(tx, account.id, caller.sessionId);
    await recordAuditEvent(tx, services, request, { action: 'account.mfa-off' });
    await mailNotice(tx, services, account, notices.mfaOff);
  });
}

interface Proofs extends Pick<Context<Endpoint>, 'services' | 'request'> {
  readonly caller: Caller;
  readonly body: { readonly currentPassword: string; readonly code?: string | undefined };
}

/** Runs work after checking the password and, with MFA on, a code. A stolen session has neither. */
export async function withProofs<T>(
  { services, caller, body: { currentPassword, code }, request }: Proofs,
  work: (tx: Database, account: AccountRow) => Promise<T>,
): Promise<T> {
  const before = await requireCurrentPassword(services, caller, currentPassword, request);
  if (before.mfaAt && !code) throw validation({ code: message.required });
  if (before.mfaAt) await countMfaAttempt(services, caller.accountId, request);
  try {
    return await services.db.transaction(async (tx) => {
      const account = await lockOwnAccount(tx, caller, before);
      if (account.role !== caller.role) throw unauthenticated();
      if (account.mfaAt) {
        await consumeCode(tx, services, account.id, code ?? '');
        await resetMfaAttempts(services, tx, account.id, request);
      }
      return work(tx, account);
    });
  } catch (error) {
    if (isWrongCode(error)) await recordWrongCode(services, caller.accountId, request);
    throw error;
  }
}

async function writeRecoveryCodes(tx: Database, services: Services, accountId: string) {
  const recoveryCodes = newRecoveryCodes();
  const hashes = recoveryCodes.map((code) => hashRecoveryCode(services, accountId, code));
  await store.replaceRecoveryCodes(tx, accountId, hashes);
  return { recoveryCodes };
}
