import { submissionHeaders } from '@baraza/contract/complaint/complaint';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/session/caller.ts';
import { hashSubmissionKey } from '../crypto/digest.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { ReceivedFile } from '../files/temp-files.ts';
import { requirePart } from '../http/input/schema-input.ts';
import type { Services } from '../services.ts';
import { digestOf, findKey, insertKey, submitOnce } from './submission-key.store.ts';

interface KeyedCall {
  readonly services: Services;
  readonly caller: Caller | undefined;
  readonly request: FastifyRequest;
  readonly params: object;
  readonly body: object;
  readonly files: Readonly<Record<string, readonly ReceivedFile[]>>;
}

/** Makes something once for each Idempotency-Key: what is written, the key and the reply commit together. */
export async function answerOnce(
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { services, caller, request, params, body, files }: KeyedCall,
  make: (services: Services) => Promise<unknown>,
): Promise<unknown> {
  const { 'idempotency-key': plainKey } = await requirePart(submissionHeaders, request.headers);
  if (plainKey === undefined || !caller) return make(services);
  const { db, keys, clock } = services;
  const key = hashSubmissionKey(keys, plainKey);
  const citizenId = caller.accountId;
  const requestDigest = digestOf([method, path, params, body], Object.values(files).flat());
  const keyed = { citizenId, key, requestDigest, kind: 'reply' } as const;
  const reply = await submitOnce(db, keyed, await findKey(db, citizenId, key), () =>
    db.transaction(async (tx) => {
      const made = await make({ ...services, db: tx, reads: tx });
      // It may hold a token that is shown once.
      const sealed = seal(keys.reply, JSON.stringify(made ?? null));
      await insertKey(tx, { key, requestDigest, citizenId, reply: sealed, createdAt: clock.now() });
      return sealed;
    }),
  );
  return JSON.parse(unseal(keys.reply, reply));
}
