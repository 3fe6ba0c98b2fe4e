import * as z from 'zod/mini';
import {
  anyRole,
  type Endpoint,
  ErrorBody,
  type ErrorCode,
  errorStatus,
  Id,
  isKeyed,
  staffRoles,
  submissionHeaders,
  successStatus,
  UploadKey,
} from '@baraza/contract';
import type { FastifySchema } from 'fastify';
import { jsonLines } from '../csv.ts';
import { operationIds } from './named-schemas.ts';

const everywhere: readonly ErrorCode[] = [
  'MALFORMED_REQUEST',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'STORAGE_FULL',
];

/** The reply to an address and headers longer than the server reads. */
const headTooLarge = 431;

/** Describes an endpoint for OpenAPI. Parameters stand by themselves, never in a named schema. It only documents: `mount` checks input and reply. */
export function documentation(endpoint: Endpoint): FastifySchema {
  const { params, query, summary } = endpoint;
  const headers = isKeyed(endpoint) ? submissionHeaders : endpoint.headers;
  return {
    tags: [tagOf(endpoint)],
    summary,
    operationId: operationIds.get(endpoint),
    ...(endpoint.access === 'public' ? { security: [] } : { description: whoMay(endpoint) }),
    ...(params && { params: z.object(params.shape) }),
    ...(query && { querystring: z.object(query.shape) }),
    ...(headers && { headers: z.object(headers.shape) }),
    ...bodyOf(endpoint),
    response: { ...successOf(endpoint), ...failuresOf(endpoint) },
  };
}

function whoMay({ access, reauthRequired, scope }: Endpoint): string {
  const all = access === anyRole ? 'everybody who signed in' : access === staffRoles && 'all staff';
  const roles = all || (access as readonly string[]).join(', ');
  const scoped = scope ? ` Scope of programs: ${scope}.` : '';
  return `For: ${roles}.${reauthRequired ? ' Needs a fresh password.' : ''}${scoped}`;
}

const tagOf = ({ path }: Endpoint): string => /^\/(?:desk\/)?[\w-]+/u.exec(path)?.[0].slice(1) ?? '';

const binary = z.string().check(z.meta({ format: 'binary' }));

/** The library describes one body for all types of content: where there are two, `splitBodies` takes them out of these properties. */
function bodyOf({ body, bytes, form, formWith = {}, files = {}, uploads }: Endpoint): object {
  if (bytes) return { consumes: ['application/offset+octet-stream'], body: binary };
  if (!form) return body ? { body } : {};
  const parts = Object.entries(files).map(([name, rule]) => {
    return [name, z.optional(rule.maxCount === 1 ? binary : z.array(binary))];
  });
  const shape = Object.assign({}, form.shape, ...Object.values(formWith).map((schema) => schema.shape));
  const named = uploads && { uploads: z.optional(z.array(Id)), uploadKey: z.optional(UploadKey) };
  const multipart = z.object({ ...shape, ...Object.fromEntries(parts), ...named });
  const bodies = { ...(body && { 'application/json': body }), 'multipart/form-data': multipart };
  return { consumes: Object.keys(bodies), body: body ? z.object(bodies) : multipart };
}

function successOf(endpoint: Endpoint): object {
  const { reply, stream, download, mayWait, query } = endpoint;
  const status = successStatus(endpoint);
  if (download) {
    const types = query?.shape['format'] ? [download, jsonLines] : [download];
    const content = Object.fromEntries(types.map((type) => [type, { schema: binary }]));
    const waiting = { 202: z.null().check(z.describe('Not there yet: ask again after Retry-After.')) };
    return { [status]: { description: 'A file to be saved.', content }, ...(mayWait && waiting) };
  }
  if (reply === undefined) return { [status]: z.null().check(z.describe('Done.')) };
  if (!stream) return { [status]: reply };
  const description = 'Each event holds one of these.';
  return {
    [status]: { description, content: { 'text/event-stream': { schema: reply } } },
  };
}

function failuresOf(endpoint: Endpoint): object {
  const { method, access, body, form, params, errors = [] } = endpoint;
  const codes: ErrorCode[] = [...everywhere, 'VALIDATION_FAILED', ...errors];
  if (access !== 'public') codes.push('UNAUTHENTICATED');
  // A page of another site may send nothing at all.
  if (access !== 'public' || method !== 'GET') codes.push('FORBIDDEN');
  if (body || form) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (params) codes.push('NOT_FOUND');
  if (isKeyed(endpoint)) codes.push('CONFLICT');
  const statuses = new Set([...codes.map((code) => errorStatus[code]), headTooLarge]);
  return Object.fromEntries([...statuses].map((status) => [status, ErrorBody]));
}
