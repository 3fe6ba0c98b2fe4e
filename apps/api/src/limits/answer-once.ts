import { submissionHeaders } from '@baraza/contract/complaint/complaint';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/session/caller.ts';
import { hashSubmissionKey } from '../crypto/digest.ts';
import { seal, unseal } from '../crypto/seal.ts';
import type { ReceivedFile } from '../files/temp-files.ts';
import { conflict } from '../http/errors.ts';
import { requirePart } from '../http/input/schema-input.ts';
import type { Services } from '../services.ts';
import { digestOf, findKey, insertKey, keepReply, submitOnce, type UsedKey } from './submission-key.store.ts';

interface KeyedCall {
  readonly services: Services;
  readonly caller: Caller | undefined;
  readonly request: FastifyRequest;
  readonly params: object;
  readonly body: object;
  readonly files: Readonly<Record<string, readonly ReceivedFile[]>>;
}

export const keyUnused = 'This call takes no Idempotency-Key: its repeat makes no second thing.';
export const keyOfSecret =
  'This was done already. Its answer held a secret, which is not kept. To get another one, use a new key.';

/** The result made now, or the sealed reply of the first call. Null: none is kept. */
type Answer = { readonly made: unknown } | { readonly kept: string | null };

const keptOf = ({ complaintId, feedbackId, reply = null }: UsedKey): Answer | null =>
  complaintId || feedbackId ? null : { kept: reply };

/** Makes something once for each Idempotency-Key. Keeps no secret for a repeat, and nothing that may be erased or moved. */
export async function answerOnce(
  { method, path, repeat }: Pick<Endpoint, 'method' | 'path' | 'repeat'>,
  { services, caller, request, params, body, files }: KeyedCall,
  make: (services: Services) => Promise<unknown>,
  readAgain: (() => Promise<unknown>) | undefined,
): Promise<unknown> {
  const { 'idempotency-key': plainKey } = await requirePart(submissionHeaders, request.headers);
  if (plainKey === undefined || !caller) return make(services);
  const { db, keys, clock } = services;
  const key = hashSubmissionKey(keys, plainKey);
  const citizenId = caller.accountId;
  // A caller who changed offices gets no reply that was kept in the former one.
  const office = repeat ? [] : [caller.role, caller.mdaId];
  const requestDigest = digestOf([method, path, params, body, ...office], Object.values(files).flat());
  const keyed = { citizenId, key, requestDigest, resultOf: keptOf };
  const answer = await submitOnce(db, keyed, await findKey(db, citizenId, key), () =>
    db.transaction(async (tx) => {
      // Before it is made: a parallel request waits here.
      await insertKey(tx, { key, requestDigest, citizenId, createdAt: clock.now() });
      const made = await make({ ...services, db: tx, reads: tx });
      if (!repeat) await keepReply(tx, { citizenId, key }, seal(keys.reply, JSON.stringify(made ?? null)));
      return { made };
    }),
  );
  if ('made' in answer) return answer.made;
  if (answer.kept !== null) return JSON.parse(unseal(keys.reply, answer.kept));
  if (readAgain) return readAgain();
  throw conflict(keyOfSecret);
}
