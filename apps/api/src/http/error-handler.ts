import type { Problem } from '@baraza/contract';
import { message } from '@baraza/contract/core/message';
import type * as z from 'zod/mini';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, malformed } from './errors.ts';
import { fromOutage } from './service-errors.ts';

/** The page that explains the codes. */
export const errorPage = '/api/docs/errors';

/** Responds to every error. Our own faults are logged whole and reported in general words. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const answer = isClientGone(error, request) ? malformed('The request did not arrive whole.') : toAppError(error);
  if (answer.status >= 500) request.log.error({ err: error, outcome: answer.code }, 'request failed');
  else request.log.info({ outcome: answer.code }, 'request refused');
  if (answer.extra.retryAfter !== undefined) reply.header('retry-after', Math.ceil(answer.extra.retryAfter));
  // No browser shows a dialog for this scheme.
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer');
  const { accept } = request.headers;
  const { type, body } = writeError(answer, { accept, id: request.id, status: answer.status });
  void reply.code(answer.status).type(type).send(body);
}

interface Asked {
  readonly accept: string | undefined;
  /** Of the request. */
  readonly id: string;
  readonly status: number;
}

/** Writes an error in the form that a client accepts. */
export function writeError(answer: AppError, asked: Asked): { readonly type: string; readonly body: string } {
  return wantsProblem(asked.accept)
    ? { type: 'application/problem+json', body: JSON.stringify(toProblem(answer, asked)) }
    : { type: 'application/json; charset=utf-8', body: JSON.stringify(answer.toBody()) };
}

/** Whether a client names the type of RFC 9457, and prefers no plain JSON. */
function wantsProblem(accept = ''): boolean {
  const qualityOf = (type: string) => {
    const range = accept.split(',').find((each) => each.split(';')[0]!.trim().toLowerCase() === type);
    return range === undefined ? 0 : Number(/;\s*q=([\d.]+)/iu.exec(range)?.[1] ?? 1);
  };
  const quality = qualityOf('application/problem+json');
  return quality > 0 && quality >= qualityOf('application/json');
}

/** Writes an error as problem details (RFC 9457); `code` and what else it holds are extensions. */
function toProblem(answer: AppError, { id, status }: Asked): z.output<typeof Problem> {
  const { message: detail, code, ...extensions } = answer.toBody();
  const title = code[0] + code.slice(1).toLowerCase().replaceAll('_', ' ');
  return { type: `${errorPage}#${code}`, title, status, detail, instance: `urn:uuid:${id}`, code, ...extensions };
}

/** Whether the client hung up amid its body, which Node reports as a lost connection. */
function isClientGone(error: unknown, { raw }: FastifyRequest): boolean {
  return error instanceof Error && error.message === 'aborted' && raw.destroyed && !raw.complete;
}

/** Turns anything thrown into an error of ours. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return fromOutage(error) ?? fromFastify(error) ?? new AppError('INTERNAL', message.internal);
}

const texts: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body does not have the length that was announced.',
  FST_ERR_BAD_URL: 'The address is not valid.',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long.',
};

/** Rewords refusals of Fastify and its plugins. Theirs address programmers and may repeat input. */
function fromFastify(error: unknown): AppError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { statusCode, code } = error as FastifyError;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === 413) return new AppError('PAYLOAD_TOO_LARGE', message.payloadTooLarge);
  if (statusCode === 415)
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body is of a type that is not taken here.');
  if (statusCode === 416) return new AppError('RANGE_NOT_SATISFIABLE', 'The file ends before this range.');
  if (statusCode === 404) return new AppError('NOT_FOUND', message.notFound);
  return malformed(texts[code] ?? 'The request is not valid.');
}
