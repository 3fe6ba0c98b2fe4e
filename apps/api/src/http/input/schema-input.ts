import type * as z from 'zod/mini';
import { message } from '@baraza/contract/core/message';
import { type AppError, malformed, validation } from '../errors.ts';

/** Refuses input with a NUL or half of a surrogate pair anywhere: PostgreSQL cannot store it. */
export function assertCleanText(value: unknown, depth = 0): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
    throw malformed('The request holds a character that is not allowed.');
  if (typeof value !== 'object' || value === null) return;
  if (depth > 20) throw malformed('The request is nested too deeply.');
  for (const [name, inner] of Object.entries(value)) {
    assertCleanText(name);
    assertCleanText(inner, depth + 1);
  }
}

/** Keeps a byte order mark, so that a text stays unchanged. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; undefined where it is none. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Refuses an undecodable query string, which the query parser would pass on undecoded. */
export function requireDecodable(url = ''): void {
  try {
    decodeURIComponent(url.slice(url.indexOf('?') + 1));
  } catch {
    throw malformed('The request holds a character that is not allowed.');
  }
}

/** Refuses parameters that a call does not know: they would narrow nothing, against what their writer thinks. */
export function requireKnown(query: unknown, known: object = {}): void {
  const unknown = Object.keys(query as object).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw fieldErrors(Object.fromEntries(unknown.map((name) => [name, message.unknownParameter])));
}

/** Refuses any parameter, as a hook of a route that takes none. */
export const requireNoQuery = async ({ query }: { readonly query: unknown }): Promise<void> => requireKnown(query);

type Parsed<T> =
  | { readonly value: T; readonly fields?: undefined }
  | { readonly value?: undefined; readonly fields: Record<string, string> };

/** Reads one part of a request by its schema. */
export async function parsePart<S extends z.ZodMiniType>(schema: S, given: unknown): Promise<Parsed<z.output<S>>> {
  const result = await schema.safeParseAsync(given);
  if (result.success) return { value: result.data };
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const name = issue.path.map(String).join('.');
    fields[name] ??= textOf(issue, given);
  }
  return { fields };
}

/** Reads a part by its schema. @throws AppError VALIDATION_FAILED with a text for each field. */
export async function requirePart<S extends z.ZodMiniType>(schema: S, given: unknown): Promise<z.output<S>> {
  const parsed = await parsePart(schema, given);
  if (parsed.fields) throw fieldErrors(parsed.fields);
  return parsed.value;
}

/** Makes an error of faults by field. A fault of the whole body has an empty name. */
export function fieldErrors(fields: Record<string, string>): AppError {
  const { '': whole, ...named } = fields;
  if (whole !== undefined && Object.keys(named).length === 0) return malformed('The body must be a JSON object.');
  return validation(named);
}

/** zod's own wording is for programmers; ours is in the schema wherever a person can meet it. */
function textOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.message !== 'Invalid input') return issue.message;
  const valueAt = (value: unknown, key: PropertyKey) => (value as Record<PropertyKey, unknown> | undefined)?.[key];
  return issue.path.reduce(valueAt, given) === undefined ? message.required : message.invalid;
}

/** The one spelling of a name that may come in several. */
export function properName(name: string, aliases: Readonly<Record<string, string>> = {}): string {
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
}
