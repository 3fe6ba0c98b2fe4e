import {
  type ErrorBody,
  type ErrorCode,
  errorStatus,
  type HistoryEntry,
  message,
  staffMessage,
} from '@baraza/contract';

interface Extra {
  readonly fields?: Readonly<Record<string, string>>;
  readonly allowed?: readonly string[];
  /** With VERSION_CONFLICT: what happened since. */
  readonly changes?: readonly HistoryEntry[];
  /** With VERSION_CONFLICT of what is kept at the desk: what it is now. */
  readonly now?: unknown;
  readonly challenge?: string;
  /** In seconds; travels as Retry-After. */
  readonly retryAfter?: number;
}

/** An answer that is not a success: its message is written for the person who reads it. */
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

  /** What travels. */
  toBody(): ErrorBody {
    const { fields, allowed, changes, now, challenge } = this.extra;
    return {
      message: this.message,
      code: this.code,
      ...(fields && { fields: { ...fields } }),
      ...(allowed && { allowed: [...allowed] }),
      ...(changes && { changes: [...changes] }),
      ...(now !== undefined && { now }),
      ...(challenge !== undefined && { challenge }),
    };
  }
}

/** Something wrong with what was typed; the first field's text is the message unless one is given. */
export function validation(fields: Readonly<Record<string, string>>, text?: string): AppError {
  return new AppError('VALIDATION_FAILED', text ?? Object.values(fields)[0] ?? message.invalid, { fields });
}

/** Missing, or not the caller's: the answer is the same. */
export function notFound(): AppError {
  return new AppError('NOT_FOUND', message.notFound);
}

export function unauthenticated(): AppError {
  return new AppError('UNAUTHENTICATED', message.unauthenticated);
}

export function forbidden(): AppError {
  return new AppError('FORBIDDEN', message.forbidden);
}

/** `field`: what was typed that cannot be. */
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

export function malformed(text: string): AppError {
  return new AppError('MALFORMED_REQUEST', text);
}

/** Refuses to change another version than the caller saw. Ask while the row is locked; `now` is what it has become. */
export function requireSeen(seen: number, now: { readonly version: number }): void {
  if (seen !== now.version) throw new AppError('VERSION_CONFLICT', staffMessage.changed, { now });
}
