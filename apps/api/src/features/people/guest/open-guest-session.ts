import { timingSafeEqual } from 'node:crypto';
import { type BodyOf, message, type openGuestSession as endpoint } from '@baraza/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { insertSession } from '../../../auth/session/session.store.ts';
import { hmacSha256, uuidOf } from '../../../crypto/digest.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { account, complaint } from '../../../db/schema/tables.ts';
import { AppError } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';

/** Finds the complaint and guest of a tracking ID and receipt code. @throws AppError 401 if they do not match, 429 after many */
export async function findGuest(
  { db, keys }: Services,
  { trackingId, receiptCode }: BodyOf<typeof endpoint>,
  request: FastifyRequest,
): Promise<{ id: string; accountId: string }> {
  const [filed] = await db
    .select({ id: complaint.id, accountId: account.id, receiptHash: account.receiptHash })
    .from(complaint)
    .innerJoin(account, eq(account.id, complaint.citizenId))
    .where(and(eq(complaint.trackingId, trackingId), isNull(account.disabledAt)));
  if (!isReceiptCode(keys, receiptCode, filed?.receiptHash) || !filed) {
    // After the look-up: the right code works, however often others of the network failed.
    await request.server.limitWrongCodes(request);
    throw new AppError('INVALID_CREDENTIALS', message.receiptWrong);
  }
  return { id: filed.id, accountId: filed.accountId };
}

/** Opens a session of a guest. */
export async function openGuestSession({ services, body, request }: Context<typeof endpoint>) {
  const { db, clock, settings } = services;
  const { id, accountId } = await findGuest(services, body, request);
  const session = { accountId, role: 'citizen', userAgent: undefined } as const;
  const token = await insertSession(db, { ...session, now: clock.now(), lives: settings.sessions });
  return { token, id };
}

type ReceiptKey = Pick<Keys, 'receipt'>;

const macOf = ({ receipt }: ReceiptKey, use: string, text: string) => hmacSha256(receipt, `${use}\n${text}`);

/** Derives the receipt code from a submission key: the same key gives the same 16 digits. */
export function receiptCodeOf(keys: ReceiptKey, submissionKey: string): string {
  const number = macOf(keys, 'code', submissionKey).readBigUInt64BE() % 10n ** 16n;
  return number.toString().padStart(16, '0');
}

/** Derives the id of the guest account from a submission key. */
export function guestIdOf(keys: ReceiptKey, submissionKey: string): string {
  return uuidOf(macOf(keys, 'account', submissionKey));
}

/** Hashes a receipt code for storing. */
export const hashReceiptCode = (keys: ReceiptKey, code: string) => macOf(keys, 'hash', code);

function isReceiptCode(keys: ReceiptKey, code: string, hash: Buffer | null | undefined): boolean {
  const typed = hashReceiptCode(keys, code);
  return hash?.length === typed.length && timingSafeEqual(hash, typed);
}
