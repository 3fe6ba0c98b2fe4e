import { fileMessage, message } from '@baraza/contract/core/message';
import { AppError, conflict, malformed } from './errors.ts';

const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EMFILE'];

/** Codes of a full disk: those of the system, and that of PostgreSQL. */
const fullCodes = ['ENOSPC', 'EFBIG', 'EDQUOT', '53100'];

/** The image library gives no code. */
const fullWords = /no space left|quota exceeded/i;

/** Messages of outages without a code: the PostgreSQL driver without its server. */
const words =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|connection error|not queryable/i;

/** SQLSTATEs, or their classes, of a server that cannot answer now but will. */
const passing = ['08', '53', '57P', '57014', '58', '40001', '40P01', '55P03', '25006'];

/** Turns an outage of database, file store or disk into an error of ours; undefined for our own faults. */
export function fromOutage(error: unknown): AppError | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return undefined;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (fullCodes.includes(code) || fullWords.test(cause.message)) return storageFull();
  if ('severity' in cause) return fromSqlState(code);
  const lost = codes.includes(code) || words.test(cause.message) || ('syscall' in cause && cause.syscall === 'connect');
  return lost || isStorageDown(cause) ? unavailable() : undefined;
}

/** Object storage that answers with a fault of its own, or not in time; its library gives such errors no code. */
function isStorageDown(error: Error & { readonly $metadata?: { readonly httpStatusCode?: number } }): boolean {
  return error.name === 'TimeoutError' || (error.$metadata?.httpStatusCode ?? 0) >= 500;
}

function fromSqlState(code: string): AppError | undefined {
  if (passing.some((start) => code.startsWith(start))) return unavailable();
  // The schemas catch these first; if one has a gap, the client still learns that its input is at fault.
  if (code.startsWith('22')) return malformed(message.invalid);
  if (code === '23505') return conflict('This is there already.');
  return undefined;
}

/** The disk is full; what comes without files may still be taken. */
export const storageFull = (): AppError => new AppError('STORAGE_FULL', fileMessage.full, { retryAfter: 30 });

/** The service cannot do this now; the client tries again later. */
export const unavailable = (): AppError => new AppError('UNAVAILABLE', message.unavailable, { retryAfter: 5 });
