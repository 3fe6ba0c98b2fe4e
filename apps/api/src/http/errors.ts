import {
  type ErrorBody,
  type ErrorCode,
  errorStatus,
  type HistoryEntry,
  message,
  staffMessage,
} from '@baraza/contract';

/** Further parts of an error, described by the contract. */
interface Extra {
  readonly fields?: Readonly<Record<string, string>>;
  readonly allowed?: readonly string[];
  readonly changes?: readonly HistoryEntry[];
  readonly accounts?: readonly { readonly id: string; readonly name: string }[];
  readonly now?: unknown;
  /** In seconds; travels as Retry-After. */
  readonly retryAfter?: number;
}

/** An error reply; its message is written for the person who reads it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly extra: Extra;

  constructor(code: ErrorCode, text: string, extra: Extra = {}) {
    super(text);
    this.code = code;
    this.status = errorStatus[code];
    this.extra = extra;
  }

  /** Returns the parts that are sent. */
  toBody(): ErrorBody {
    const { fields, allowed, changes, accounts, now } = this.extra;
    return {
      message: this.message,
      code: this.code,
      ...(fields && { fields: { ...fields } }),
      ...(allowed && { allowed: [...allowed] }),
      ...(changes && { changes: [...changes] }),
      ...(accounts && { accounts: [...accounts] }),
      ...(now !== undefined && { now }),
    };
  }
}

/** Refuses typed fields; the first field's text is the message. */
export function validation(fields: Readonly<Record<string, string>>): AppError {
  return new AppError('VALIDATION_FAILED', Object.values(fields)[0] ?? message.invalid, { fields });
}

/** Missing or not the caller's: both get the same reply. */
export const notFound = () => new AppError('NOT_FOUND', message.notFound);

export const unauthenticated = () => new AppError('UNAUTHENTICATED', message.unauthenticated);

export const forbidden = () => new AppError('FORBIDDEN', message.forbidden);

export const malformed = (text: string) => new AppError('MALFORMED_REQUEST', text);

/** `field` names the refused input. */
export function conflict(text: string, field?: string): AppError {
  return new AppError('CONFLICT', text, field === undefined ? {} : { fields: { [field]: text } });
}

/** `allowed` are the actions that the state allows this caller. */
export function stateForbids(allowed: readonly string[] = []): AppError {
  return new AppError('STATE_FORBIDS', message.stateForbids, { allowed });
}

/** `changes` are the steps since the version that the caller saw. */
export function versionConflict(changes: readonly HistoryEntry[] = []): AppError {
  return new AppError('VERSION_CONFLICT', message.versionConflict, { changes });
}

export function tooManyRequests(retryAfter: number, text: string = message.rateLimited): AppError {
  return new AppError('TOO_MANY_REQUESTS', text, { retryAfter });
}

/** Refuses to change another version than the caller saw. Call while the row is locked; `now` is its present state. */
export function requireSeen(seen: number, now: { readonly version: number }): void {
  if (seen !== now.version) throw new AppError('VERSION_CONFLICT', staffMessage.changed, { now });
}
