import * as z from 'zod/mini';
import type { HistoryEntry } from '../complaint/history-entry.ts';

/** Every code an answer may carry, with the HTTP status it travels under. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  MALFORMED_REQUEST: 400,
  CODE_INVALID: 400,
  CODE_EXPIRED: 400,
  CODE_EXHAUSTED: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  EMAIL_NOT_VERIFIED: 403,
  MFA_REQUIRED: 403,
  PHONE_CODE_REQUIRED: 403,
  PHONE_UNUSED: 403,
  TOTP_REQUIRED: 403,
  REAUTH_REQUIRED: 403,
  FORBIDDEN: 403,
  SCOPE_MISSING: 403,
  NOT_FOUND: 404,
  INVITATION_ENDED: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  ACCOUNT_CHOICE: 409,
  STATE_FORBIDS: 409,
  VERSION_CONFLICT: 409,
  VERSION_UNSUPPORTED: 412,
  PAYLOAD_TOO_LARGE: 413,
  FILE_TOO_LARGE: 413,
  FILE_TYPE_REFUSED: 415,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RANGE_NOT_SATISFIABLE: 416,
  FILE_INFECTED: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The body of every answer that is not a success: a text for the person, a code for the program. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.string(),
  /** Error texts by field name; a refused file is `files[2]`, `audio` or `file`. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** With STATE_FORBIDS: the actions that the state allows this caller. */
  allowed: z.optional(z.array(z.string())),
  /** With ACCOUNT_CHOICE: the accounts of the number, by name. */
  accounts: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
  /** With VERSION_CONFLICT at the desk: the steps since the version that the caller saw, each a `HistoryEntry`. */
  changes: z.optional(z.array(z.unknown())),
  /** With VERSION_CONFLICT of administered records: the current record, as it is read. */
  now: z.optional(z.unknown()),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The same as problem details (RFC 9457), for clients that accept `application/problem+json`. */
export const Problem = z.extend(z.omit(ErrorBody, { message: true }), {
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
  /** The id of the request, as in `X-Request-Id`. */
  instance: z.string(),
});

/** The client's error for a failed answer, or for none (status 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  readonly allowed: readonly string[];
  /** Accounts to choose from. */
  readonly accounts: readonly { readonly id: string; readonly name: string }[];
  /** Steps that others took since, when somebody was faster. */
  readonly changes: readonly HistoryEntry[];
  /** The object that somebody else was faster to change. */
  readonly now: unknown;
  /** Seconds to wait, from Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: ErrorBody, retryAfter?: number) {
    super(body.message);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.allowed = body.allowed ?? [];
    this.accounts = body.accounts ?? [];
    this.changes = (body.changes ?? []) as readonly HistoryEntry[];
    this.now = body.now;
    this.retryAfter = retryAfter;
  }
}
