import type { FastifyReply } from 'fastify';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { type AccountRow, lockAccount } from '../account.store.ts';
import { mailNotice, notices } from '../mails.ts';
import { openSession } from '../session/open-session.ts';
import type { ProviderProof } from '../session/session.store.ts';
import { countRecoveryCodes } from './mfa.store.ts';
import { consumeCode, countMfaAttempt, isWrongCode, recordWrongCode, resetMfaAttempts } from './mfa.ts';

/** Proof that comes before the code. */
interface ProvedBefore {
  /** Names the proof in the audit trail. */
  readonly by?: string;
  readonly provider?: ProviderProof;
  /** Uses the proof up; a wrong code takes that back. */
  readonly useUp?: (tx: Database) => Promise<void>;
}

/** Completes a sign-in with an MFA code. @throws AppError CODE_INVALID. */
export async function signInWithCode(
  services: Services,
  row: AccountRow,
  code: string,
  reply: FastifyReply,
  { by = 'password', provider, useUp }: ProvedBefore = {},
): Promise<{ token: string }> {
  const { request } = reply;
  await countMfaAttempt(services, row.id, request);
  try {
    return await services.db.transaction(async (tx) => {
      await useUp?.(tx);
      await lockAccount(tx, row.id);
      const proof = await consumeCode(tx, services, row.id, code);
      await resetMfaAttempts(services, tx, row.id, request);
      if (proof === 'recovery code') {
        const left = await countRecoveryCodes(tx, row.id);
        await mailNotice(tx, services, row, notices.recoveryCodeUsed(left));
      }
      return openSession({ ...services, db: tx }, row, reply, `${by} and ${proof}`, provider);
    });
  } catch (error) {
    if (isWrongCode(error)) await recordWrongCode(services, row.id, request);
    throw error;
  }
}
