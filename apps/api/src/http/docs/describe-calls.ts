import * as contract from '@baraza/contract';
import { type Action, actions, transitionOf } from '@baraza/contract/complaint/lifecycle';
import { heldActions } from '@baraza/contract/complaint/transition';
import * as z from 'zod/mini';
import { jsonLines } from '../csv.ts';
import examples from './examples.json' with { type: 'json' };
import {
  type Body,
  type Described,
  mergeAlike,
  type Operation,
  type Schema,
  type Schemas,
  shareAlike,
} from './share-alike.ts';

const exported = Object.entries(contract) as [string, unknown][];

const isSchema = (value: unknown): value is z.ZodMiniType => value instanceof z.core.$ZodType;

/** Formats and examples for readers of the document; the apps need none. */
const shown: Record<string, object> = {
  Instant: { format: 'date-time', examples: ['2026-03-04T09:30:00.000Z'] },
  Day: { format: 'date', examples: ['2026-03-04'] },
  Email: { format: 'email', examples: ['ada@town.example'] },
  Phone: { examples: ['+234 800 000 0000'] },
  Otp: { examples: ['204716'] },
  LoginType: { enum: ['user', 'mda'] },
  ...Object.fromEntries(Object.entries(examples.schemas).map(([name, example]) => [name, { examples: [example] }])),
};

/** What the parameters mean that programs use most; several values stand between commas. */
const parameterTexts: Record<string, string> = {
  state: 'Several with commas; absent: the open ones.',
  filed: 'First and last day, as 2026-01-01..2026-03-31.',
  record: 'received, resolved or late, an officer’s id, none or any, and days: late:any:2026-01-01..2026-03-31.',
  field: 'Id of a custom field, a colon, and the value, encoded.',
  alike: 'Id of a known issue: complaints with a title like its own.',
  run: 'Id of an action on many: complaints that it left undone.',
  updatedSince: 'A moment with its zone. Then in any state, unless state says which, in the order of the change.',
  cursor: 'nextCursor of the answer before.',
  limit: 'How many at most.',
};

/** What the main calls are sent and answer, by operation. */
const shownCalls: Record<string, { readonly sent?: object; readonly reply?: object } | undefined> = examples.calls;

type Way = 'input' | 'output';

/** Describes a schema as callers write it or as they read it. Named ones become references. */
function describe(schema: z.ZodMiniType, io: Way, used: Schemas): Schema {
  const options = { io, unrepresentable: 'any', cycles: 'ref', reused: 'inline' } as const;
  const made = JSON.stringify(z.toJSONSchema(z.array(schema), options), shorten);
  const suffix = io === 'input' ? 'Input' : '';
  const { $defs = {}, items } = JSON.parse(
    made.replaceAll(/"#\/\$defs\/(\w+)"/gu, `"#/components/schemas/$1${suffix}"`),
  ) as { $defs?: Schemas; items: Schema };
  for (const [name, { id: _, ...of }] of Object.entries($defs) as [string, Schema & { id: string }][])
    used[name + suffix] = of;
  return items;
}

/** Leaves out what hinders clients or goes without saying: that replies have no further fields, patterns of shown letters and formats. */
function shorten(this: { readonly format?: string }, name: string, value: unknown): unknown {
  if (name === 'additionalProperties' && value === false) return undefined;
  const isSaid = this.format !== undefined || String(value).includes('Default_Ignorable');
  return name === 'pattern' && isSaid ? undefined : value;
}

/** Names the calls that an export of the contract stands for: one, each action of staff, or none. */
function callsOf([name, value]: [string, unknown]): [string, contract.Endpoint][] {
  if (value === contract.transitionComplaint) return actionCalls(contract.transitionComplaint);
  const call = value as contract.Endpoint;
  return typeof value === 'object' && 'reply' in value! && call.method !== 'HEAD' ? [[name, call]] : [];
}

/** Describes the calls of the contract. What several have alike is written once. */
export function describeCalls(): Described {
  for (const [id, value] of exported) {
    if (!isSchema(value)) continue;
    const known = z.globalRegistry.get(value);
    if (known?.id === undefined) z.globalRegistry.add(value, { ...known, ...shown[id], id });
  }
  const used: Schemas = {};
  for (const schema of [contract.ErrorBody, contract.Problem]) describe(schema, 'output', used);
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, call] of exported.flatMap(callsOf))
    (paths[`/api${call.path}`] ??= {})[call.method.toLowerCase()] = operationOf(name, call, used);
  return addExamples(shareAlike(mergeAlike({ paths, components: { schemas: used } })));
}

/** Adds the examples to what calls take and answer. A body that several share gets that of one. */
function addExamples({ paths, components }: Described): Described {
  const add = (body: Body & { readonly $ref?: string } = {}, example?: object) => {
    const [, , group = '', name = ''] = body.$ref?.split('/') ?? [];
    const { content = {} }: Body = components[group]?.[name] ?? body;
    const [first] = Object.values(content);
    if (example && first) Object.assign(first, { example });
  };
  for (const { operationId, requestBody, responses } of Object.values(paths).flatMap(Object.values<Operation>)) {
    const { sent, reply } = shownCalls[operationId] ?? {};
    add(requestBody, sent);
    add(responses['200'] ?? responses['201'], reply);
  }
  return { paths, components };
}

/** Describes one call. Parameters stand by themselves, never in a named schema. */
function operationOf(operationId: string, call: contract.Endpoint, used: Schemas): Operation {
  const { path, summary, access, params, query } = call;
  const headers = contract.isKeyed(call) ? contract.submissionHeaders : call.headers;
  const content = Object.entries(bodiesOf(call)).map(([type, body]) => [
    type,
    { schema: describe(body, 'input', used) },
  ]);
  const parameters = Object.entries({ path: params, query, header: headers }).flatMap(([place, shape]) => {
    const { properties = {}, required = [] } = shape ? describe(z.object(shape.shape), 'input', used) : {};
    return Object.entries(properties).map(([name, { description, ...schema }]) => {
      const text = description ?? (place === 'query' ? parameterTexts[name] : undefined);
      return { schema, in: place, name, description: text, ...(required.includes(name) && { required: true }) };
    });
  });
  return {
    operationId,
    summary,
    tags: [/^\/(?:desk\/)?[\w-]+/u.exec(path)?.[0].slice(1)],
    ...(access === 'public' ? { security: [] } : { description: whoMay(call) }),
    ...(parameters.length > 0 && { parameters }),
    ...(content.length > 0 && { requestBody: { required: true, content: Object.fromEntries(content) } }),
    responses: { ...successOf(call, used), ...refusalsOf(call) },
  } as Operation;
}

function whoMay({ access, reauthRequired, scope }: contract.Endpoint): string {
  const all = access === contract.anyRole ? 'everybody who signed in' : access === contract.staffRoles && 'all staff';
  const roles = all || (access as readonly string[]).join(', ');
  const scoped = scope ? ` Scope of programs: ${scope}.` : '';
  return `For: ${roles}.${reauthRequired ? ' Needs a fresh password.' : ''}${scoped}`;
}

const binary = z.string().check(z.meta({ format: 'binary' }));

/** Names the bodies that a call takes, by type of content. */
function bodiesOf({ body, bytes, form, formWith = {}, files = {}, uploads }: contract.Endpoint) {
  const parts = Object.entries(files).map(([name, rule]) => {
    return [name, z.optional(rule.maxCount === 1 ? binary : z.array(binary))];
  });
  const shape = Object.assign({}, form?.shape, ...Object.values(formWith).map((schema) => schema.shape));
  const ids = uploads && { uploads: z.optional(z.array(contract.Id)), uploadKey: z.optional(contract.UploadKey) };
  return {
    ...(bytes && { 'application/offset+octet-stream': binary }),
    ...(body && { 'application/json': body }),
    ...(form && { 'multipart/form-data': z.object({ ...shape, ...Object.fromEntries(parts), ...ids }) }),
  };
}

function successOf(call: contract.Endpoint, used: Schemas): Record<string, Body> {
  const { reply, stream, download, mayWait, query } = call;
  const status = contract.successStatus(call);
  if (download) {
    const types = query?.shape['format'] ? [download, jsonLines] : [download];
    const content = Object.fromEntries(types.map((type) => [type, { schema: describe(binary, 'output', used) }]));
    const waiting = { 202: { description: 'Not there yet: ask again after Retry-After.' } };
    return { [status]: { description: 'A file to be saved.', content }, ...(mayWait && waiting) };
  }
  if (reply === undefined) return { [status]: { description: 'Done.' } };
  const description = stream ? 'Each event holds one of these.' : 'Done.';
  const type = stream ? 'text/event-stream' : 'application/json';
  return { [status]: { description, content: { [type]: { schema: describe(reply, 'output', used) } } } };
}

/** Statuses that tell calls apart; the others may answer any call. */
const telling = [409, 412, 416, 422];

/** Describes the refusals alike for each status; those that most calls may answer are the default. */
function refusalsOf(call: contract.Endpoint): Record<string, Body> {
  const content = {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  };
  const codes = [...(call.errors ?? []), ...(contract.isKeyed(call) ? (['CONFLICT'] as const) : [])];
  const own = new Set<number>(codes.map((code) => contract.errorStatus[code]));
  const always = new Set([...Object.values(contract.errorStatus), 431].filter((status) => !telling.includes(status)));
  const refusals = telling.filter((status) => own.has(status)).map((status) => [status, [status]] as const);
  const described = [...refusals, ['default', [...always].toSorted((a, b) => a - b)] as const].map(
    ([name, statuses]) => {
      return [name, { description: statuses.map(codesOf).join(' '), content }];
    },
  );
  return Object.fromEntries(described) as Record<string, Body>;
}

/** Names the codes of a status: '409 CONFLICT, STATE_FORBIDS.' */
function codesOf(status: number): string {
  const codes = Object.entries(contract.errorStatus).filter(([, of]) => of === status);
  return `${status} ${codes.map(([code]) => code).join(', ') || 'the address or the headers are too long'}.`;
}

/** Each action of staff as a call with its own body. */
function actionCalls(call: typeof contract.transitionComplaint): [string, contract.Endpoint][] {
  const staffs = (action: Action) => transitionOf(action).by.filter((by) => by !== 'citizen' && by !== 'system');
  const acted = actions.filter((action) => staffs(action).length > 0);
  return acted.map((action) => {
    const { needs = [], takes = [], files } = transitionOf(action);
    const held = heldActions.includes(action) ? ['hold'] : [];
    const names = [...needs, ...takes, ...held, ...(files ? ['also', 'files'] : []), 'version'];
    const only = ({ shape }: z.ZodMiniObject) => {
      const taken = Object.entries(shape).filter(([name]) => names.includes(name));
      const own = Object.fromEntries(taken);
      return z.required(
        z.object(own),
        Object.fromEntries([...needs, 'version'].filter((name) => name in own).map((name) => [name, true])),
      );
    };
    const own = {
      path: call.path.replace('{action}', action),
      summary: `Act: ${action}`,
      access: staffs(action),
      params: z.pick(call.params, { id: true }),
      body: only(call.body),
      form: files && only(call.form),
    };
    return [`${action}Complaint`, { ...call, ...own }];
  });
}
