import fc from 'fast-check';
import { bytesOf, escaped } from './half-characters.ts';
import { damage, damaged, oddEscape, oddName, oddText, oddValue, unharmed } from './fuzz-values.ts';
import type { FuzzWorld, Known, KnownFile } from './fuzz-world.ts';
import type { Operation, Parameter, Schema } from '../support/openapi.ts';

/** A request ready to be sent. */
export interface FuzzRequest {
  readonly operation: Operation;
  readonly method: string;
  readonly url: string;
  /** Undefined without a session. */
  readonly token: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Buffer | undefined;
}

export type Values = Record<string, unknown>;

/**
 * Makes requests of every kind for one call: sound, with one odd part, or all odd, by anybody.
 */
export function requestsFor(operation: Operation, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const { body, parameters } = operation;
  const known = world.knownAt(operation.path);
  const part = (place: Parameter['in'], isSound: boolean) => valuesOf(objectOf(parameters, place), known, isSound);
  const shape = (isSound: boolean) => ({
    path: part('path', isSound),
    query: part('query', isSound),
    header: part('header', isSound),
    body: body ? bodyOf(body, world, known, isSound) : fc.constant(undefined),
  });
  const [sound, odd] = [shape(true), shape(false)];
  const untouched = {
    escape: fc.constant(undefined),
    cuts: fc.constant(unharmed),
    method: fc.constant(operation.method),
  };
  const token = fc.constantFrom(...world.tokensFor(operation));
  const broken = {
    ...odd,
    header: fc.oneof(odd.header, oddHeaders),
    escape: seldom(oddEscape, undefined),
    cuts: seldom(damage, unharmed),
    method: fc.oneof({ weight: 9, arbitrary: fc.constant(operation.method) }, { weight: 1, arbitrary: methods }),
    token: fc.constantFrom(...world.tokens),
  };
  const oneOdd = placesOf(operation).map((place) => fc.record({ ...sound, ...untouched, token, [place]: odd[place] }));
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.record({ ...sound, ...untouched, token }) },
      { weight: 4, arbitrary: fc.oneof(...oneOdd, fc.record({ ...sound, ...untouched, token, query: odd.query })) },
      { weight: 2, arbitrary: fc.record(broken) },
    )
    .map(({ path, query, escape, cuts, body: sent, header, ...rest }) => ({
      ...rest,
      operation,
      url: urlOf(operation, path, query, escape),
      headers: { ...(sent && { 'content-type': sent.type }), ...texts(header) },
      payload: sent && damaged(sent.bytes, cuts),
    }));
}

/** The parts of a sound request. */
export interface SoundParts {
  readonly path: Values;
  readonly query: Values;
  readonly body: Values;
}

/** Makes sound values for everything that the call reads. */
export function soundParts({ path, parameters, body }: Operation, world: FuzzWorld): fc.Arbitrary<SoundParts> {
  const known = world.knownAt(path);
  const part = (place: Parameter['in']) => valuesOf(objectOf(parameters, place), known, true);
  return fc.record({ path: part('path'), query: part('query'), body: valuesOf(body?.schema ?? {}, known, true) });
}

/** The parts of a request that the call reads. */
function placesOf({ parameters, body }: Operation): (Parameter['in'] | 'body')[] {
  return [...new Set(parameters.map((it) => it.in)), ...(body ? (['body', 'body'] as const) : [])];
}

/** True in one case of six. */
function seldom<T, U>(what: fc.Arbitrary<T>, otherwise: U): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 1, arbitrary: what }, { weight: 5, arbitrary: fc.constant(otherwise) });
}

const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');

function objectOf(parameters: readonly Parameter[], place: Parameter['in']): Schema {
  const ours = parameters.filter((it) => it.in === place);
  return {
    type: 'object',
    properties: Object.fromEntries(ours.map((it) => [it.name, it.schema])),
    required: ours.filter((it) => it.required).map((it) => it.name),
  };
}

/** Makes an object for a schema; unless `sound`, possibly with one or all fields odd. */
function valuesOf(schema: Schema, known: Known, isSound: boolean): fc.Arbitrary<Values> {
  const names = Object.keys(schema.properties ?? {});
  const sound = valid(schema, known) as fc.Arbitrary<Values>;
  if (isSound) return sound;
  const name =
    names.length > 0
      ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: oddName })
      : oddName;
  const odd = fc.tuple(sound, name, oddValue).map(([values, key, value]) => withOwn(values, key, value));
  const chaos = fc.dictionary(name, oddValue, { maxKeys: 12 });
  return fc.oneof({ weight: 5, arbitrary: sound }, { weight: 3, arbitrary: odd }, { weight: 1, arbitrary: chaos });
}

/** Sets a field, `__proto__` included, as an own property. */
function withOwn(values: Values, key: string, value: unknown): Values {
  return Object.defineProperty({ ...values }, key, { value, enumerable: true, configurable: true, writable: true });
}

function valid(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const hints = known[name];
  if (hints && schema.type !== 'object') return fc.constantFrom(...hints);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((it) => valid(it, known)));
  if (schema.format === 'uuid') return fc.constantFrom(...(known['id'] ?? []));
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? -9, max: Math.min(schema.maximum ?? 9, 5) });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'object') return validObject(schema, known);
  if (schema.type === 'string') return words.map((text) => text.slice(0, schema.maxLength ?? 200));
  return fc.constant(null);
}

function validObject({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).filter(
    ([name, it]) => it.format !== 'binary' && (it.type !== 'array' || known[name] !== undefined),
  );
  const shape = Object.fromEntries(fields.map(([name, it]) => [name, valid(it, known, name)]));
  return fc.record(shape, { requiredKeys: required.filter((name) => Object.hasOwn(shape, name)) });
}

const words = fc.constantFrom(
  'A long queue',
  'Ọ̀wọ́n omi 😀 ماء',
  '<p>The <b>tap</b> is dry.</p>',
  'Hill Road 4, "rear"',
  'Europe/London',
);

function bodyOf({ type, schema }: NonNullable<Operation['body']>, world: FuzzWorld, known: Known, isSound: boolean) {
  const values = valuesOf(schema, known, isSound);
  const proper = type === 'application/json' ? jsonTypes : formTypes;
  const contentType = isSound
    ? fc.constantFrom(...proper)
    : fc.oneof({ weight: 9, arbitrary: fc.constant(proper[0] ?? '') }, { weight: 1, arbitrary: otherTypes });
  if (type === 'application/json') {
    const json = isSound ? values : fc.oneof({ weight: 15, arbitrary: values }, { weight: 1, arbitrary: oddValue });
    return fc.record({ type: contentType, bytes: json.map((it) => Buffer.from(JSON.stringify(it))) });
  }
  if (!schema.properties)
    return fc.record({
      type: isSound ? fc.constant(type) : fc.oneof(fc.constant(type), otherTypes),
      bytes: fc.uint8Array({ maxLength: isSound ? 50 : 100 }).map((it) => Buffer.from(it)),
    });
  const fields = Object.entries(schema.properties);
  const names = fields.filter(([, it]) => [it, it.items].some((one) => one?.format === 'binary')).map(([name]) => name);
  const parts = fc.tuple(values, fc.array(fileOf(names, world, isSound), { maxLength: isSound ? 1 : 3 }));
  return fc.record({ type: contentType, bytes: parts.map(([texts, files]) => formBytes(texts, files)) });
}

interface FilePart extends KnownFile {
  readonly name: string;
  readonly fileName: string;
}

function fileOf(names: readonly string[], world: FuzzWorld, isSound: boolean): fc.Arbitrary<FilePart> {
  const known = names.flatMap((name) => (world.files[name] ?? []).map((it) => ({ ...it, name, fileName: 'a.png' })));
  if (isSound) return fc.constantFrom(...known);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((it) => Buffer.from(it)),
    fc.tuple(fc.constantFrom(...known), damage).map(([file, cuts]) => damaged(file.bytes, cuts)),
  );
  const type = fc.constantFrom('image/png', 'audio/wav', 'video/mp4', 'image/svg+xml', 'text/html', '');
  return fc.record({ name: fc.constantFrom(...names, 'x'), fileName: oddText, type, bytes });
}

export const boundary = '----boundary7f3k92';
const jsonTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json ; x',
  'APPLICATION/JSON',
  'application/json\t',
] as const;
const formTypes = [
  `multipart/form-data; boundary=${boundary}`,
  `multipart/form-data; boundary="${boundary}"; x=y`,
] as const;
const otherTypes = fc.constantFrom(
  '',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json\u0020;',
  'json',
  '*/*',
);

/** Builds multipart by hand, so that names and values may hold characters that no proper client sends. */
export function formBytes(fields: Values, files: readonly FilePart[] = []): Buffer {
  const part = (head: string, bytes: Buffer) =>
    Buffer.concat([
      bytesOf(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]);
  const texts = Object.entries(fields).map(([name, value]) =>
    part(`name="${name}"`, bytesOf(typeof value === 'string' ? value : JSON.stringify(value ?? ''))),
  );
  const sent = files.map(({ name, fileName, type, bytes }) =>
    part(`name="${name}"; filename="${fileName}"\r\ncontent-type: ${type}`, bytes),
  );
  return Buffer.concat([...texts, ...sent, Buffer.from(`--${boundary}--\r\n`)]);
}

const headerText = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((it) => String.fromCharCode(it)),
  maxLength: 60,
});
const oddHeaders = fc.dictionary(
  fc.constantFrom(
    'accept',
    'range',
    'if-none-match',
    'cookie',
    'x-forwarded-for',
    'sec-fetch-site',
    'user-agent',
    'idempotency-key',
    'accept-encoding',
    'expect',
    'x-http-method-override',
  ),
  fc.oneof(headerText, fc.constantFrom('bytes=0-', 'pv=x; pr=y', '127.0.0.1', 'cross-site', '9'.repeat(40), '', '*/*')),
  { maxKeys: 4 },
);

/** Header values that HTTP can carry. */
function texts(values: Values): Record<string, string> {
  const plain = Object.entries(values).map(([name, value]) => [
    name,
    String(value ?? '').replaceAll(/[^\u0020-\u007e]/g, ''),
  ]);
  return Object.fromEntries(plain.filter(([name]) => /^[a-z-]+$/.test(name ?? ''))) as Record<string, string>;
}

function urlOf(operation: Operation, path: Values, query: Values, escape: string | undefined): string {
  const place = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escape ?? encode(path[name]));
  const search = Object.entries(query).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  if (escape !== undefined && search.length > 0) search.push(`q=${escape}`);
  return search.length > 0 ? `${place}?${search.join('&')}` : place;
}

function encode(value: unknown): string {
  return escaped((typeof value === 'string' ? value : JSON.stringify(value ?? '')).slice(0, 6_000));
}
