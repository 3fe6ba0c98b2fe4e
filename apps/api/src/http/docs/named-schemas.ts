import * as contract from '@baraza/contract';
import { type Action, actions, transitionOf } from '@baraza/contract/complaint/lifecycle';
import { heldActions } from '@baraza/contract/complaint/transition';
import * as z from 'zod/mini';

type Parts = Record<string, unknown>;

/** The parts of the OpenAPI document that are tidied. */
export interface Document {
  readonly paths?: Parts;
  readonly components?: Readonly<Record<string, Parts>>;
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

/** Keeps the named schemas that are used, and writes once what several calls have alike. Alike input and output are one. */
export function tidyDocument(made: Document): Document {
  const document = shareAlike(nameRefusals(splitActions(splitBodies(made))));
  const { schemas = {}, ...others } = document.components ?? {};
  const used = usedNames(JSON.stringify([document.paths, others]), schemas);
  const nameOf = (name: string) => {
    const output = name.replace(/Input$/u, '');
    const isAlone = output in schemas && !used.has(output);
    return isAlone || isAlike(schemas[name], schemas[output]) ? output : name;
  };
  const kept = Object.fromEntries([...used].toSorted().map((name) => [nameOf(name), schemas[name]]));
  const text = JSON.stringify({ ...document, components: { ...others, schemas: kept } });
  const renamed = text.replaceAll(reference, (_, name: string) => `"#/components/schemas/${nameOf(name)}"`);
  return nameEnums(JSON.parse(renamed, shorten) as Document);
}

/** Names lists of words that several schemas share, as the contract does: `states` is State. */
function nameEnums(document: Document): Document {
  let text = JSON.stringify(document);
  const named: Parts = {};
  for (const [list, words] of exported.filter(([, value]) => Array.isArray(value))) {
    const name = `${list[0]?.toUpperCase()}${list
      .slice(1)
      .replace(/ies$/u, 'y')
      .replace(/(?<=[su]s)es$|s$/u, '')}`;
    const schema = { type: 'string', enum: words };
    const parts = text.split(JSON.stringify(schema));
    if (parts.length <= 2 || name in (document.components?.['schemas'] ?? {})) continue;
    named[name] = schema;
    text = parts.join(`{"$ref":"#/components/schemas/${name}"}`);
  }
  const { components, ...rest } = JSON.parse(text) as Document;
  const schemas = { ...components?.['schemas'], ...named } as Record<string, Schema>;
  const extended = Object.entries(schemas).map(([name, schema]) => [name, extendLargest(schema, schemas)]);
  return { ...rest, components: { ...components, schemas: Object.fromEntries(extended) } };
}

/** Describes a schema as the largest other one that it holds, and what it adds. */
function extendLargest(schema: Schema, schemas: Readonly<Record<string, Schema>>): object {
  const propertiesOf = (of: Schema) => Object.entries(of.properties ?? {}).map((entry) => JSON.stringify(entry));
  const isRequired = (name: string, of: Schema) => of.required?.includes(name) === true;
  const own = propertiesOf(schema);
  const parents = Object.entries(schemas).filter(([, parent]) => {
    const inherited = propertiesOf(parent);
    const names = Object.keys(parent.properties ?? {});
    return (
      inherited.length > 5 &&
      inherited.length < own.length &&
      inherited.every((property) => own.includes(property)) &&
      names.every((name) => isRequired(name, parent) === isRequired(name, schema))
    );
  });
  const [[name, parent] = []] = parents.toSorted(([, a], [, b]) => propertiesOf(b).length - propertiesOf(a).length);
  if (!parent) return schema;
  const isAdded = (property: string) => !(property in parent.properties!);
  const properties = Object.fromEntries(Object.entries(schema.properties!).filter(([property]) => isAdded(property)));
  const added = { type: 'object', properties, required: schema.required?.filter(isAdded) };
  return { allOf: [{ $ref: `#/components/schemas/${name}` }, added] };
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

interface Schema {
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Body {
  readonly description?: string;
  readonly content?: Record<string, { readonly schema: Schema }>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  parameters?: { readonly name: string; readonly in: string }[];
  requestBody?: Body & { readonly required: boolean };
  responses: Record<string, Body>;
}

const nameIn = ({ $ref = '' }: Schema) => $ref.slice($ref.lastIndexOf('/') + 1);

const operationsOf = ({ paths = {} }: Document) =>
  Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>));

const actionPath = '/api/desk/complaint/{id}/{action}';

/** Fields that an action may have beside those it needs. Being held and files bring others. */
const alsoTaken: Partial<Record<Action, readonly (keyof contract.ActionInput)[]>> = {
  resolve: ['outcome'],
  proposeRejection: ['text'],
  note: ['mentions'],
  call: ['text', 'followUp'],
  assign: ['reason'],
  liftRecusal: ['reason'],
  categorise: ['jurisdiction'],
};

/** Sets the schema of each type of content, which `documentation` puts side by side. */
function splitBodies(document: Document): Document {
  for (const { requestBody } of operationsOf(document))
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
      requestBody!.content![type] = { schema: schema.properties?.[type] ?? schema };
  return document;
}

/** Describes each action of staff as a call with its own body. */
function splitActions({ paths = {}, ...rest }: Document): Document {
  const { [actionPath]: all, ...others } = paths as Record<string, { readonly post: Operation }>;
  if (!all) return { ...rest, paths };
  const { requestBody, parameters = [], ...call } = all.post;
  const schemas = (rest.components?.['schemas'] ?? {}) as Record<string, Schema>;
  const isStaffs = (by: string) => by !== 'citizen' && by !== 'system';
  for (const action of actions.filter((name) => transitionOf(name).by.some(isStaffs))) {
    const { needs = [], files, by } = transitionOf(action);
    const held = heldActions.includes(action) ? ['hold'] : [];
    const names = [...needs, ...(alsoTaken[action] ?? []), ...held, ...(files ? ['also', 'files'] : []), 'version'];
    const bodies = Object.entries(requestBody?.content ?? {}).slice(0, files ? 2 : 1);
    const content = bodies.map(([type, { schema }]) => {
      const all = Object.entries(schema.properties ?? schemas[nameIn(schema)]?.properties ?? {});
      const properties = Object.fromEntries(all.filter(([name]) => names.includes(name)));
      return [type, { schema: { type: 'object', properties, required: [...needs, 'version'] } }];
    });
    const post: Operation = {
      ...call,
      operationId: `${action}Complaint`,
      summary: `Act: ${action}`,
      description: `For: ${by.filter(isStaffs).join(', ')}.`,
      parameters: parameters.filter(({ name }) => name !== 'action'),
      requestBody: { required: true, content: Object.fromEntries(content) },
    };
    others[actionPath.replace('{action}', action)] = { post };
  }
  return { ...rest, paths: others };
}

type Visit = <T extends object>(group: 'parameters' | 'requestBodies' | 'responses', name: string, part: T) => T;

/** Writes parameters, bodies and answers once that several calls have alike. */
function shareAlike(document: Document): Document {
  const components: Record<string, Parts> = { ...document.components };
  const uses = new Map<string, number>();
  const references = new Map<string, string>();
  const count: Visit = (_, __, part) => {
    const written = JSON.stringify(part);
    uses.set(written, (uses.get(written) ?? 0) + 1);
    return part;
  };
  const share: Visit = (group, name, part) => {
    const written = JSON.stringify(part);
    const named = (components[group] ??= {});
    const free = name in named ? `${name}-${Object.keys(named).length}` : name;
    const $ref = references.get(written) ?? `#/components/${group}/${free}`;
    if (uses.get(written) === 1 || written.length <= JSON.stringify({ $ref }).length) return part;
    if (!references.has(written)) named[free] = part;
    references.set(written, $ref);
    return { $ref } as never;
  };
  for (const visit of [count, share]) operationsOf(document).forEach((operation) => visitParts(operation, visit));
  return { ...document, components };
}

function visitParts(operation: Operation, visit: Visit): void {
  const { operationId, parameters, requestBody, responses } = operation;
  operation.parameters = parameters?.map((parameter) => visit('parameters', parameter.name, parameter));
  if (requestBody) operation.requestBody = visit('requestBodies', operationId, requestBody);
  const answers = Object.entries(responses).map(([status, answer]) => {
    const { schema = {} } = answer.content?.['application/json'] ?? {};
    const { items, anyOf: [either] = [] } = schema;
    const of = nameIn(either ?? schema) || (items && `${nameIn(items)}-list`) || operationId;
    return [status, visit('responses', status.startsWith('2') ? of : status, answer)];
  });
  operation.responses = Object.fromEntries(answers);
}

/** Statuses that tell calls apart; the others may answer any call. */
const telling = ['409', '412', '416', '422'];

/** Describes the refusals alike for each status; those that most calls may answer are the default. */
function nameRefusals(document: Document): Document {
  const content = {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  };
  const answers = operationsOf(document).map(({ responses }) => responses);
  const statuses = [...new Set(answers.flatMap(Object.keys))].filter((status) => Number(status) >= 400);
  const always = statuses.filter((status) => !telling.includes(status));
  for (const responses of answers) {
    const refused = statuses.filter((status) => status in responses);
    for (const status of refused) {
      delete responses[status];
      const [name, of] = always.includes(status) ? ['default', always] : [status, [status]];
      responses[name] = { description: of.map(codesOf).join(' '), content };
    }
  }
  return document;
}

/** Names the codes of a status: '409 CONFLICT, STATE_FORBIDS.' */
function codesOf(status: string): string {
  const codes = Object.entries(contract.errorStatus).filter(([, of]) => String(of) === status);
  return `${status} ${codes.map(([code]) => code).join(', ') || 'the address or the headers are too long'}.`;
}
