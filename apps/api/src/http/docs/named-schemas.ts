import * as contract from '@baraza/contract';
import { type Action, actions, transitionOf } from '@baraza/contract/complaint/lifecycle';
import * as z from 'zod/mini';

type Parts = Record<string, unknown>;

/** The parts of the OpenAPI document that are tidied. */
export interface Document {
  readonly paths?: Parts;
  readonly components?: { readonly schemas?: Parts; readonly responses?: Parts; readonly parameters?: Parts };
}

const exported = Object.entries(contract) as [string, unknown][];

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.core.$ZodType;

/** Name of each endpoint in the contract, for the clients that programs generate. */
export const operationIds: ReadonlyMap<unknown, string> = new Map(exported.map(([name, value]) => [value, name]));

/** Formats and examples for readers of the document; the apps need none. */
const shown: Record<string, object> = {
  Instant: { format: 'date-time', examples: ['2026-03-04T09:30:00.000Z'] },
  Day: { format: 'date', examples: ['2026-03-04'] },
  Email: { format: 'email', examples: ['ada@town.example'] },
  Phone: { examples: ['+234 800 000 0000'] },
  Otp: { examples: ['204716'] },
};

/** Names the schemas that the contract exports as they are called there. */
export function nameSchemas(): void {
  for (const [id, value] of exported) {
    const known = isSchema(value) ? z.globalRegistry.get(value) : undefined;
    if (isSchema(value) && known?.id === undefined) z.globalRegistry.add(value, { ...known, ...shown[id], id });
  }
}

const reference = /"#\/components\/schemas\/(\w+)"/gu;

/** Keeps the named schemas that are used, and each refusal once. Alike input and output are one. */
export function tidyDocument(made: Document): Document {
  const document = shareRefusals(shareParameters(splitActions(made)));
  const schemas = document.components?.schemas ?? {};
  const used = usedNames(
    JSON.stringify([document.paths, document.components?.responses, document.components?.parameters]),
    schemas,
  );
  const nameOf = (name: string) => {
    const output = name.replace(/Input$/u, '');
    const isAlone = output in schemas && !used.has(output);
    return isAlone || isAlike(schemas[name], schemas[output]) ? output : name;
  };
  const kept = Object.fromEntries([...used].toSorted().map((name) => [nameOf(name), schemas[name]]));
  const text = JSON.stringify({ ...document, components: { ...document.components, schemas: kept } });
  const renamed = text.replaceAll(reference, (_, name: string) => `"#/components/schemas/${nameOf(name)}"`);
  return JSON.parse(renamed, shorten) as Document;
}

/** Whether two schemas differ in nothing but which form of others they refer to. */
function isAlike(input: unknown, output: unknown): boolean {
  const plain = (schema: unknown) => JSON.stringify(schema ?? null, shorten).replaceAll(/Input"/gu, '"');
  return plain(input) === plain(output);
}

/** Returns the schemas that a text refers to, and those that they refer to. */
function usedNames(text: string, schemas: Parts, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of text.matchAll(reference)) {
    if (found.has(name)) continue;
    found.add(name);
    usedNames(JSON.stringify(schemas[name]), schemas, found);
  }
  return found;
}

/** Leaves out what hinders clients or goes without saying: that replies have no further fields, the pattern of letters that show. */
function shorten(name: string, value: unknown): unknown {
  if (name === 'required' && value === false) return undefined;
  if (name === 'additionalProperties' && value === false) return undefined;
  if (name === 'pattern' && String(value).includes('Default_Ignorable')) return undefined;
  return name === 'description' && value === 'Default Response' ? 'Done.' : value;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  parameters?: { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Record<string, { schema: { properties: Parts } }>;
  };
  readonly responses: Parts;
}

const operationsOf = ({ paths = {} }: Document) =>
  Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>));

const actionPath = '/api/desk/complaint/{id}/{action}';

/** Fields that an action may have beside those it needs. */
const alsoTaken: Partial<Record<Action, readonly (keyof contract.ActionInput)[]>> = {
  reply: ['also', 'hold'],
  ask: ['also', 'hold'],
  resolve: ['outcome', 'also', 'hold'],
  proposeRejection: ['text'],
  reject: ['hold'],
  note: ['mentions'],
  call: ['text', 'followUp'],
  assign: ['reason'],
  liftRecusal: ['reason'],
  categorise: ['jurisdiction'],
  discloseIdentity: ['hold'],
  denyIdentity: ['hold'],
};

/** Describes each action of staff as a call with its own body. */
function splitActions({ paths = {}, ...rest }: Document): Document {
  const { [actionPath]: all, ...others } = paths as Record<string, { readonly post: Operation }>;
  if (!all) return { ...rest, paths };
  const { requestBody, parameters = [], responses, ...call } = all.post;
  const { 200: taken, ...refusals } = responses;
  const properties = Object.entries(requestBody?.content['application/json']?.schema.properties ?? {});
  const isStaffs = (by: string) => by !== 'citizen' && by !== 'system';
  for (const action of actions.filter((name) => transitionOf(name).by.some(isStaffs))) {
    const { needs = [], files, by } = transitionOf(action);
    const bodyWith = (...more: readonly string[]) => {
      const names = [...needs, ...(alsoTaken[action] ?? []), 'version', ...more];
      const fields = Object.fromEntries(properties.filter(([name]) => names.includes(name)));
      return { schema: { type: 'object', properties: fields, required: [...needs, 'version'] } };
    };
    const content = { 'application/json': bodyWith(), ...(files && { 'multipart/form-data': bodyWith('files') }) };
    const post: Operation = {
      ...call,
      operationId: `${action}Complaint`,
      summary: `Act: ${action}`,
      description: `For: ${by.filter(isStaffs).join(', ')}.`,
      parameters: parameters.filter(({ name }) => name !== 'action'),
      requestBody: { required: true, content },
      responses: { ...refusals, 200: { $ref: '#/components/responses/taken' } },
    };
    others[actionPath.replace('{action}', action)] = { post };
  }
  return { ...rest, paths: others, components: { ...rest.components, responses: { taken } } };
}

/** Writes parameters that several calls take once. */
function shareParameters(document: Document): Document {
  const uses = new Map<string, number>();
  const all = operationsOf(document).flatMap(({ parameters = [] }) => parameters.map((one) => JSON.stringify(one)));
  for (const written of all) uses.set(written, (uses.get(written) ?? 0) + 1);
  const parameters: Parts = {};
  const share = (parameter: { readonly name: string; readonly in: string }) => {
    const name = parameter.in === 'query' ? `query-${parameter.name}` : parameter.name;
    const written = JSON.stringify(parameter);
    const isShared = (uses.get(written) ?? 0) > 2 && JSON.stringify((parameters[name] ??= parameter)) === written;
    return isShared ? ({ $ref: `#/components/parameters/${name}` } as never) : parameter;
  };
  for (const operation of operationsOf(document))
    if (operation.parameters) operation.parameters = operation.parameters.map(share);
  return { ...document, components: { ...document.components, parameters } };
}

/** Statuses that tell calls apart; the others may answer any call. */
const telling = ['409', '412', '416', '422'];

/** Writes the refusals once for each status; those that most calls may answer are the default. */
function shareRefusals(document: Document): Document {
  const answers = operationsOf(document).map(({ responses }) => responses);
  const statuses = [...new Set(answers.flatMap(Object.keys))].filter((status) => Number(status) >= 400);
  const always = statuses.filter((status) => !telling.includes(status));
  const shared = {
    ...Object.fromEntries(statuses.filter((status) => !always.includes(status)).map((status) => [status, [status]])),
    default: always,
  };
  for (const responses of answers) {
    for (const [name, of] of Object.entries(shared)) {
      if (!of.some((status) => status in responses)) continue;
      for (const status of of) delete responses[status];
      responses[name] = { $ref: `#/components/responses/${name}` };
    }
  }
  const content = {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  };
  const components = Object.entries(shared).map(([name, of]) => [
    name,
    { description: of.map(codesOf).join(' '), content },
  ]);
  return {
    ...document,
    components: {
      ...document.components,
      responses: { ...document.components?.responses, ...Object.fromEntries(components) },
    },
  };
}

/** Names the codes of a status: '409 CONFLICT, STATE_FORBIDS.' */
function codesOf(status: string): string {
  const codes = Object.entries(contract.errorStatus).filter(([, of]) => String(of) === status);
  return `${status} ${codes.map(([code]) => code).join(', ') || 'the address or the headers are too long'}.`;
}
