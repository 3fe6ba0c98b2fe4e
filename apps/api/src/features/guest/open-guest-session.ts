import { message, type BodyOf, type openGuestSession as endpoint } from '@baraza/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { insertSession } from '../../auth/session/session.store.ts';
import { account, complaint } from '../../db/schema/tables.ts';
import { AppError } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { isReceiptCode } from './receipt-code.ts';

/**
 * Finds the complaint and the guest account whose tracking ID and receipt code belong together.
 * @throws AppError 401 where they do not, 429 after too many such tries of a network.
 */
export async function findGuest(
  { db, keys }: Services,
  { trackingId, receiptCode }: BodyOf<typeof endpoint>,
  request: FastifyRequest,
): Promise<{ id: string; accountId: string }> {
  const [found] = await db
    .select({ id: complaint.id, accountId: account.id, receiptHash: account.receiptHash })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(eq(complaint.trackingId, trackingId), isNull(account.disabledAt)));
  if (!isReceiptCode(keys, receiptCode, found?.receiptHash) || !found) {
    // After the look-up: the right code opens its complaint whatever others of the network tried.
    await request.server.limitWrongCodes(request);
    throw new AppError('INVALID_CREDENTIALS', message.receiptWrong);
  }
  return { id: found.id, accountId: found.accountId };
}

/** Opens a session of a guest. */
export async function openGuestSession(
  services: Services,
  pair: BodyOf<typeof endpoint>,
  request: FastifyRequest,
): Promise<{ token: string; id: string }> {
  const { db, clock, settings } = services;
  const { id, accountId } = await findGuest(services, pair, request);
  const token = await insertSession(db, {
    accountId,
    role: 'citizen',
    userAgent: undefined,
    now: clock.now(),
    lives: settings.sessions,
  });
  return { token, id };
}
