import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import type { Settings } from '../config/settings.ts';

/** Names under which secrets or bodies could reach a log line by accident. */
const secrets = [
  'password',
  'currentPassword',
  'confirmPassword',
  'otp',
  'token',
  'authorization',
  'cookie',
  'signature',
  'body',
  // @fastify/multipart traces all headers of a request under this name, including the token.
  'busboyOptions',
];

/** Creates the log: JSON lines to standard error. A terminal shows only warnings unless LOG_LEVEL asks for more than `info`. */
export function createLog(
  { logLevel }: Pick<Settings, 'logLevel'>,
  stream: NodeJS.WriteStream = process.stderr,
): FastifyBaseLogger {
  const level = stream.isTTY && logLevel === 'info' ? 'warn' : logLevel;
  const redact = { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[secret]' };
  return pino({ level, base: null, redact, serializers: { err: describeError } }, stream);
}

/** Describes an error for the log, without the personal data that database errors repeat. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const {
    name,
    message,
    stack = '',
    cause,
    code,
    constraint,
    severity,
  } = error as Error & Partial<Record<'code' | 'constraint' | 'severity', unknown>>;
  const isQuery = 'query' in error && 'params' in error;
  const isDataError = severity !== undefined && String(code).startsWith('22');
  return {
    type: name,
    message: isQuery ? `Failed query: ${String(error.query)}` : isDataError ? 'invalid data' : message,
    code,
    constraint,
    // Without the first lines, which repeat the message.
    stack: stack.split('\n').filter((line) => line.startsWith('    at ')),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
