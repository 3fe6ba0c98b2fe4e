import { randomBytes } from 'node:crypto';
import * as contract from '@baraza/contract';
import { and, eq, gt } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { type AccountRow, lockAccount, updateAccount } from '../../../auth/account.store.ts';
import { mailInvitation } from '../../../auth/mails.ts';
import { afterPasswordChange } from '../../../auth/password/change-password.ts';
import { requireGoodPassword } from '../../../auth/password/password-policy.ts';
import { hashPassword } from '../../../auth/password/password.ts';
import { sha256 } from '../../../crypto/digest.ts';
import type { Database } from '../../../db/database.ts';
import { account, invitation } from '../../../db/schema/tables.ts';
import { AppError } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { networkOf } from '../../../http/network.ts';
import { useThrottle } from '../../../limits/throttle.store.ts';
import type { Services } from '../../../services.ts';

const lifeMs = 7 * 24 * 3_600_000;

type Invited = Pick<AccountRow, 'id' | 'email' | 'firstName'>;

/** Mails a link to choose a password; earlier links stop working. Call inside a transaction. */
export async function invite(tx: Database, services: Services, { id, email, firstName }: Invited): Promise<void> {
  const now = services.clock.now();
  await useThrottle(tx, services.rates.invitation, ['invitation', id], now);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifeMs);
  const link = { tokenHash: sha256(token), sentAt: now, expiresAt };
  await tx
    .insert(invitation)
    .values({ ...link, accountId: id })
    .onConflictDoUpdate({ target: invitation.accountId, set: link });
  await mailInvitation(tx, services, { to: email, name: firstName, token, expiresAt });
}

/** Reads name and address of an invited person. */
export async function readInvitation({ services, body, request }: Context<typeof contract.readInvitation>) {
  const { account, expiresAt } = await requireInvited(services, body.invitation, request);
  return { email: account.email, first_name: account.firstName, expiresAt: expiresAt.toISOString() };
}

/** Sets the first password of a member of staff, without signing in. */
export async function acceptInvitation({ services, body, request }: Context<typeof contract.acceptInvitation>) {
  const { db, clock, settings } = services;
  const { account: invited } = await requireInvited(services, body.invitation, request);
  requireGoodPassword(body.password, invited, settings.productName);
  const passwordHash = await hashPassword(body.password);
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, invited.id);
    if (!account || account.disabledAt) throw ended();
    const { rowCount } = await tx.delete(invitation).where(isOpen(sha256(body.invitation), clock.now()));
    if (rowCount !== 1) throw ended();
    // The link went to the address, so opening it confirms the address.
    await updateAccount(tx, account.id, { passwordHash, emailVerifiedAt: account.emailVerifiedAt ?? clock.now() });
    await afterPasswordChange(tx, services, account);
    await recordAuditEvent(tx, services, request, { action: 'account.invitation-accepted', actor: account });
  });
  request.log.info({ actor: invited.id, outcome: 'accepted' }, 'invitation');
  return { message: 'Your password is set. Please log in with it.' };
}

/** Finds who an open invitation is for. @throws AppError INVITATION_ENDED */
export async function requireInvited({ db, rates, clock }: Services, token: string, request: FastifyRequest) {
  await useThrottle(db, rates.codeTryNetwork, ['code try', networkOf(request)], clock.now());
  const [invited] = await db
    .select({ account, expiresAt: invitation.expiresAt })
    .from(invitation)
    .innerJoin(account, eq(account.id, invitation.accountId))
    .where(isOpen(sha256(token), clock.now()));
  if (!invited || invited.account.disabledAt) throw ended();
  return invited;
}

const ended = () => new AppError('INVITATION_ENDED', contract.staffMessage.invitationEnded);

const isOpen = (tokenHash: Buffer, now: Date) =>
  and(eq(invitation.tokenHash, tokenHash), gt(invitation.expiresAt, now));
