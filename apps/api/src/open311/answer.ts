import { message as fixed } from '@baraza/contract/core/message';
import { field as required } from '@baraza/contract/core/program-message';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from '../http/error-handler.ts';
import { notFound } from '../http/errors.ts';
import { escapeHtml } from '../texts/html.ts';

export type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** Names of the elements in a list. */
const elements: Record<string, string> = {
  services: 'service',
  attributes: 'attribute',
  values: 'value',
  endpoints: 'endpoint',
  formats: 'format',
  service_requests: 'request',
  service_request_updates: 'request_update',
  errors: 'error',
};

/** Signs that XML 1.0 cannot hold, even escaped. */
// oxlint-disable-next-line no-control-regex
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/gu;

function toXml(name: string, value: Value): string {
  if (value === null || value === '') return `<${name}/>`;
  if (typeof value !== 'object') return `<${name}>${escapeHtml(String(value).replaceAll(unwritable, ''))}</${name}>`;
  const parts = Array.isArray(value)
    ? value.map((item: Value) => toXml(elements[name] ?? name, item))
    : Object.entries(value).map(([inner, part]) => toXml(inner, part));
  return `<${name}>${parts.join('')}</${name}>`;
}

/** Sends a value in the format that the address ends with. @throws AppError 404 for another one */
export function send(request: FastifyRequest, reply: FastifyReply, root: string, value: Value): FastifyReply {
  const { format } = request.params as { format?: string };
  if (format === 'json') return reply.type('application/json; charset=utf-8').send(JSON.stringify(value));
  if (format !== 'xml') throw notFound();
  return reply.type('text/xml; charset=utf-8').send(`<?xml version="1.0" encoding="utf-8"?>${toXml(root, value)}`);
}

/** Sends an error in the shape of GeoReport. A missing or wrong key is 403. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, message, extra } = toAppError(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  if (extra.retryAfter !== undefined) reply.header('retry-after', Math.ceil(extra.retryAfter));
  const code = status === 401 ? 403 : status;
  const why = status === 401 ? 'The api_key is missing, unknown or no longer valid.' : message;
  const textOf = (text: string) => (text === fixed.required ? required : text);
  const descriptions = Object.entries(extra.fields ?? {}).map(([field, text]) => `${field}: ${textOf(text)}`);
  if (descriptions.length === 0) descriptions.push(why);
  (request.params as { format?: string }).format = /\.json(\?|$)/u.test(request.url) ? 'json' : 'xml';
  reply.code(code);
  return send(
    request,
    reply,
    'errors',
    descriptions.map((description) => ({ code, description })),
  );
}
