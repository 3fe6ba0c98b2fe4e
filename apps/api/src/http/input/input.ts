import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { readMultipart } from './multipart.ts';
import type { Scanning } from '../../files/scan-upload.ts';
import {
  fieldErrors,
  parsePart,
  assertCleanText,
  requireDecodable,
  requireKnown,
  requirePart,
} from './schema-input.ts';
import type { NamedUploads } from '../../files/resumable/named-uploads.ts';
import type { ReceivedFile, TempFiles } from '../../files/temp-files.ts';
import { examineFiles } from '../../files/uploads.ts';

export interface Input {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
  readonly files: Readonly<Record<string, readonly ReceivedFile[]>>;
}

export interface Reading {
  readonly endpoint: Endpoint;
  readonly request: FastifyRequest;
  readonly tempFiles: TempFiles;
  readonly services: Scanning;
  readonly uploads: NamedUploads | undefined;
}

/** Reads everything an endpoint takes in, by the schemas of the contract. */
export async function readInput(reading: Reading): Promise<Input> {
  const { endpoint, request } = reading;
  const head = await readHead(endpoint, request);
  const isForm = endpoint.form && (!endpoint.body || request.isMultipart());
  if (endpoint.form && isForm) return { ...head, ...(await readForm(reading, endpoint.form)) };
  if (endpoint.body) return { ...head, body: await readJson(endpoint.body, request), files: noFiles(endpoint) };
  return { ...head, body: {}, files: {} };
}

const noFiles = ({ files = {} }: Endpoint) => Object.fromEntries(Object.keys(files).map((part) => [part, []]));

async function readHead(endpoint: Endpoint, request: FastifyRequest) {
  assertCleanText(request.params);
  requireDecodable(request.raw.url);
  assertCleanText(request.query);
  return {
    params: endpoint.params ? await requirePart(endpoint.params, request.params) : {},
    query: await readQuery(endpoint, request),
    headers: endpoint.headers ? await requirePart(endpoint.headers, request.headers) : {},
  };
}

async function readQuery({ query }: Endpoint, request: FastifyRequest): Promise<unknown> {
  requireKnown(request.query, query?.shape);
  return query ? requirePart(query, request.query) : {};
}

async function readJson(schema: NonNullable<Endpoint['body']>, request: FastifyRequest): Promise<unknown> {
  if (request.isMultipart()) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send this as application/json.');
  assertCleanText(request.body);
  return requirePart(schema, request.body);
}

async function readForm(reading: Reading, schema: NonNullable<Endpoint['form']>) {
  const { endpoint, request, tempFiles, services, uploads } = reading;
  const raw = await readMultipart(request, endpoint, tempFiles);
  const named = (await uploads?.claim(raw, endpoint, tempFiles)) ?? [];
  const withFile = [...raw.files, ...named].map(({ field }) => endpoint.formWith?.[field]).find(Boolean);
  const parsed = await parsePart(withFile ?? schema, raw.fields);
  const faults: Record<string, string> = { ...parsed.fields, ...raw.strays };
  // Looking at files takes time and memory: not before the fields are right.
  if (Object.keys(faults).length > 0) throw fieldErrors(faults);
  const sent = [...raw.files, ...((await uploads?.join(named)) ?? [])];
  const { files, error } = await examineFiles(endpoint.files ?? {}, sent, { services, tempFiles });
  if (error) throw error;
  return { body: parsed.value, files };
}
