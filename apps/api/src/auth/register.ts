import type { Registration } from '@baraza/contract/account/account';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { AppError } from '../http/errors.ts';
import { deleteFile, insertFile, type StoredFile, withStoredFiles } from '../files/file.store.ts';
import { hashPassword } from './password/password.ts';
import type { Services } from '../services.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import type { ReceivedFile } from '../files/uploads.ts';
import { type AccountRow, holdAccount, insertAccount, updateAccount } from './account.store.ts';
import { setCodeCookie } from './code/code-cookie.ts';
import { lockCodes } from './code/code.store.ts';
import { issueCode } from './code/code.ts';
import { newHandle } from './code/handle.ts';
import { placeOf } from './device/trusted-device.ts';
import { mailAlreadyRegistered, mailVerificationCode } from './mails.ts';
import { networkOf } from '../http/network.ts';
import { requireGoodPassword } from './password/password-policy.ts';
import { loginOf } from './device/throttle-subject.ts';

/**
 * Registers a citizen and mails a code. A known address is answered alike, in the same time; the mail tells its owner. An
 * address that nobody confirmed yet may be registered anew: what was written last counts, and so does its code alone.
 */
export async function registerCitizen(
  services: Services,
  given: Registration,
  photos: readonly ReceivedFile[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { db, rates, clock, settings } = services;
  requireGoodPassword(
    given.password,
    { ...given, firstName: given.first_name, lastName: given.last_name },
    settings.productName,
  );
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const place = await placeOf(services, loginOf(given.email, 'user'), request);
  const passwordHash = await hashPassword(given.password);
  const { handle, handleHash } = newHandle();
  await withStoredFiles(services, photos, (stored) =>
    db.transaction(async (tx) => {
      await lockCodes(tx, { email: given.email, audience: 'user' });
      const known = await holdAccount(tx, given.email, 'user');
      const isTaken = known !== undefined && known.emailVerifiedAt !== null;
      // Something is written either way, so that it takes as long.
      if (isTaken) await updateAccount(tx, known.id, { createdAt: known.createdAt });
      const accountId = isTaken
        ? null
        : await writeRegistration(tx, services, { given, passwordHash, photo: stored[0], known });
      const scope = { email: given.email, audience: 'user', purpose: 'verify', accountId, handleHash } as const;
      const kept = isTaken ? { ...scope, passwordHash } : scope;
      const issued = await issueCode(tx, services, kept, { place, atOnce: true });
      if (isTaken) await mailAlreadyRegistered(tx, services, given.email);
      else await mailVerificationCode(tx, services, { ...issued, to: given.email });
    }),
  );
  setCodeCookie(reply, services, 'pv', handle);
}

interface NewRegistration {
  readonly given: Registration;
  readonly passwordHash: string;
  readonly photo: StoredFile | undefined;
  readonly known: AccountRow | undefined;
}

async function writeRegistration(tx: Database, services: Services, it: NewRegistration): Promise<string> {
  const { given, passwordHash, photo, known } = it;
  const createdAt = services.clock.now();
  const id = known?.id ?? crypto.randomUUID();
  const own = {
    firstName: given.first_name,
    lastName: given.last_name,
    phone: given.phone || null,
    passwordHash,
    photoId: photo?.id ?? null,
    createdAt,
  };
  if (known) await updateAccount(tx, id, own);
  else await insertAccount(tx, { id, role: 'citizen', email: given.email, ...own });
  if (known?.photoId) await deleteFile(tx, known.photoId);
  if (photo) await insertFile(tx, photo, { accountId: id, createdAt });
  return id;
}

/**
 * Mails another code for a registration that waits. Within a minute of the last one nothing is sent: that one still counts.
 * Where the address has an account already, its owner is told that instead, as often.
 */
export async function sendVerificationCode(
  services: Services,
  email: string,
  account: AccountRow | undefined,
  reply: FastifyReply,
): Promise<void> {
  const { handle, handleHash } = newHandle();
  const place = await placeOf(services, loginOf(email, 'user'), reply.request);
  try {
    await services.db.transaction(async (tx) => {
      const accountId = account?.emailVerifiedAt === null ? account.id : null;
      const scope = { email, audience: 'user', purpose: 'verify', accountId, handleHash } as const;
      const issued = await issueCode(tx, services, scope, { place });
      if (account && accountId !== null) await mailVerificationCode(tx, services, { ...issued, to: email });
      else if (account) await mailAlreadyRegistered(tx, services, email);
    });
    setCodeCookie(reply, services, 'pv', handle);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error;
  }
}
