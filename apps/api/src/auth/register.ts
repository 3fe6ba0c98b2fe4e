import type { register, Registration } from '@baraza/contract/account/account';
import { languages, type Language } from '@baraza/contract/core/language';
import type { FastifyReply } from 'fastify';
import type { Database } from '../db/database.ts';
import { AppError } from '../http/errors.ts';
import type { Context } from '../http/mount.ts';
import { deleteFile, insertFiles, type StoredFile, withStoredFiles } from '../files/file.store.ts';
import { hashPassword } from './password/password.ts';
import type { Services } from '../services.ts';
import { useThrottle } from '../limits/throttle.store.ts';
import { type AccountRow, holdAccount, insertAccount, updateAccount } from './account.store.ts';
import { setCodeCookie, newHandle } from './code/code-cookie.ts';
import { lockCodes } from './code/code.store.ts';
import { issueCode } from './code/code.ts';
import { loginOriginOf, loginOf } from './device/trusted-device.ts';
import { mailAlreadyRegistered, mailVerificationCode } from './mails.ts';
import { networkOf } from '../http/network.ts';
import { requireGoodPassword } from './password/password-policy.ts';

/** Registers a citizen and mails a code. A known address gets the same answer in the same time, and a mail to its owner. */
export async function registerCitizen(context: Context<typeof register>) {
  const { services, body: registration, files, request, reply } = context;
  const { db, rates, clock, settings } = services;
  requireGoodPassword(
    registration.password,
    { ...registration, firstName: registration.first_name, lastName: registration.last_name },
    settings.productName,
  );
  await useThrottle(db, rates.codeNetwork, ['code network', networkOf(request)], clock.now());
  const origin = await loginOriginOf(services, loginOf(registration.email, 'user'), request);
  const passwordHash = await hashPassword(registration.password);
  // The portal keeps the choice of a language in a cookie, and the account takes it over.
  const language = languages.find((it) => it === request.cookies['language']) ?? null;
  const { handle, handleHash } = newHandle();
  await withStoredFiles(services, files.file, (stored) =>
    db.transaction(async (tx) => {
      await lockCodes(tx, { email: registration.email, audience: 'user' });
      const known = await holdAccount(tx, registration.email, 'user');
      const isTaken = known !== undefined && known.emailVerifiedAt !== null;
      // Writes either way, so that timing reveals nothing.
      if (isTaken) await updateAccount(tx, known.id, { createdAt: known.createdAt });
      const accountId = isTaken
        ? null
        : await writeRegistration(tx, services, { registration, passwordHash, photo: stored[0], known, language });
      const scope = { email: registration.email, audience: 'user', purpose: 'verify', accountId, handleHash } as const;
      const kept = isTaken ? { ...scope, passwordHash } : scope;
      const issued = await issueCode(tx, services, kept, { origin, atOnce: true });
      if (isTaken) await mailAlreadyRegistered(tx, services, registration.email);
      else await mailVerificationCode(tx, services, { ...issued, to: registration.email });
    }),
  );
  setCodeCookie(reply, services, 'pv', handle);
  return { message: 'Registration successful. We have sent you a code by email.' };
}

interface NewRegistration {
  readonly registration: Registration;
  readonly passwordHash: string;
  readonly photo: StoredFile | undefined;
  readonly known: AccountRow | undefined;
  readonly language: Language | null;
}

async function writeRegistration(tx: Database, services: Services, input: NewRegistration): Promise<string> {
  const { registration, passwordHash, photo, known, language } = input;
  const createdAt = services.clock.now();
  const id = known?.id ?? crypto.randomUUID();
  const own = {
    firstName: registration.first_name,
    lastName: registration.last_name,
    phone: registration.phone || null,
    passwordHash,
    photoId: photo?.id ?? null,
    language,
    createdAt,
  };
  if (known) await updateAccount(tx, id, own);
  else await insertAccount(tx, { id, role: 'citizen', email: registration.email, ...own });
  if (known?.photoId) await deleteFile(tx, known.photoId);
  if (photo) await insertFiles(tx, [photo], { accountId: id, createdAt });
  return id;
}

/** Mails another code for a waiting registration, or informs the owner of an existing account; at most once a minute. */
export async function sendVerificationCode(
  services: Services,
  email: string,
  account: AccountRow | undefined,
  reply: FastifyReply,
): Promise<void> {
  const { handle, handleHash } = newHandle();
  const origin = await loginOriginOf(services, loginOf(email, 'user'), reply.request);
  try {
    await services.db.transaction(async (tx) => {
      const accountId = account?.emailVerifiedAt === null ? account.id : null;
      const scope = { email, audience: 'user', purpose: 'verify', accountId, handleHash } as const;
      const issued = await issueCode(tx, services, scope, { origin });
      if (account && accountId !== null) await mailVerificationCode(tx, services, { ...issued, to: email });
      else if (account) await mailAlreadyRegistered(tx, services, email);
    });
    setCodeCookie(reply, services, 'pv', handle);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error;
  }
}
