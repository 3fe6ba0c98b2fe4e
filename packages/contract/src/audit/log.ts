import * as z from 'zod/mini';
import { IdParams, Instant } from '../core/fields.ts';
import { endpoint } from '../core/endpoint.ts';
import { message } from '../core/message.ts';

/** An outside party that cosigns the log as long as nothing in it was rewritten. */
export const LogWitness = z.object({
  name: z.string(),
  verifierKey: z.string(),
  address: z.string(),
  /** Null: never. */
  agreedAt: z.nullable(Instant),
  /** `silent`: it has not agreed for an hour. */
  standing: z.enum(['agrees', 'refuses', 'silent']),
});
export type LogWitness = z.infer<typeof LogWitness>;

/** Keys whose signatures count at the log (signed-note and tlog-cosignature of c2sp.org). */
export const LogState = z.object({
  /** Public keys of the log: the present one first, then the former ones that count. */
  keys: z.array(
    z.object({
      verifierKey: z.string(),
      since: Instant,
      /** Signed by the former key: the log continues here under another name. Or signed by this key: its former ones. */
      statement: z.nullable(z.string()),
    }),
  ),
  /** When the log was found altered after signing; null: never. */
  alteredAt: z.nullable(Instant),
  /** Public keys that add the time to checkpoints. */
  timeKeys: z.array(z.string()),
  witnesses: z.array(LogWitness),
});
export type LogState = z.infer<typeof LogState>;

export const getLog = endpoint({
  route: 'GET /log',
  summary: 'The keys of the log of all events, and what its witnesses say',
  access: 'public',
  reply: LogState,
});

/** Text of c2sp.org/tlog-proof@v1; its `extra` line holds the entry of the log. */
export const getReceipt = endpoint({
  route: 'GET /complaint/{id}/receipt',
  summary: 'Proof that a step of an own complaint is in the log; 202 until the log has it',
  access: ['citizen'],
  guest: true,
  params: IdParams,
  query: z.object({
    /** Number of the step in the history, from 1: the filing. */
    step: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/u, message.invalid))),
  }),
  reply: undefined,
  download: 'text/plain',
  mayWait: true,
});
