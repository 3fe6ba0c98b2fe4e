import { type BodyOf, message, type takeOverComplaint } from '@baraza/contract';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../auth/session/caller.ts';
import { complaint, file, notification, survey } from '../../db/schema/tables.ts';
import { AppError, validation } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { handFollowingOver } from '../known-issue/known-issue.store.ts';
import { eraseGuest } from '../privacy/anonymity.store.ts';
import { findGuest } from './open-guest-session.ts';

/**
 * Moves a complaint that was filed without an account into the caller's. Its code opens nothing from then on; what the MDA reads of
 * the person stays as it was chosen. Returns the complaint's id.
 * @throws AppError 400 where ID and code do not belong together, 429 after too many such tries of a network.
 */
export async function takeOver(
  services: Services,
  caller: Caller,
  pair: BodyOf<typeof takeOverComplaint>,
  request: FastifyRequest,
): Promise<{ id: string }> {
  const wrong = () => validation({ receiptCode: message.receiptWrong });
  const { id, accountId: guestId } = await findGuest(services, pair, request).catch((error: unknown) => {
    // A 401 would end the session of somebody who is signed in.
    throw error instanceof AppError && error.code === 'INVALID_CREDENTIALS' ? wrong() : error;
  });
  await services.db.transaction(async (tx) => {
    const { accountId } = caller;
    if (!(await eraseGuest(tx, guestId, services.clock.now()))) throw wrong();
    await tx.update(complaint).set({ citizenId: accountId }).where(eq(complaint.id, id));
    await handFollowingOver(tx, id, guestId, accountId);
    await tx.update(survey).set({ citizenId: accountId }).where(eq(survey.complaintId, id));
    await tx.update(file).set({ accountId }).where(eq(file.accountId, guestId));
    await tx.update(notification).set({ accountId }).where(eq(notification.accountId, guestId));
  });
  return { id };
}
