import type { Readable } from 'node:stream';
import {
  type BodyOf,
  type Endpoint,
  type HeadersOf,
  isKeyed,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  successStatus,
} from '@baraza/contract/core/endpoint';
import fastJson from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { requireEnrolment } from '../auth/mfa/mfa.ts';
import { requireConfirmation } from '../auth/password/reauthentication.ts';
import { authenticate, isOfProgram, revalidateCaller } from '../auth/session/authenticate.ts';
import type { Caller } from '../auth/session/caller.ts';
import { servicesFor } from '../auth/session/request-actor.ts';
import { answerOnce, keyUnused } from '../limits/answer-once.ts';
import { type NamedUploads, namedUploads } from '../files/resumable/named-uploads.ts';
import { createTempFiles, type ReceivedFile, type TempFiles } from '../files/temp-files.ts';
import { measureUploads } from '../observability/metrics.ts';
import type { Services } from '../services.ts';
import { refuseOtherSites } from './csrf-guard.ts';
import { AppError, validation } from './errors.ts';
import { type Input, readInput } from './input/input.ts';
import { languageOf } from './network.ts';

/** Checked input and surroundings of a handler. */
export interface Context<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Each file part with its files, in the order they came; empty where none came. */
  readonly files: FilesOf<E>;
  /** The headers that the endpoint declares. */
  readonly headers: HeadersOf<E>;
  readonly caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  /** Services with the database scoped to this caller. A handler that staff may call uses no others. */
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type FilesOf<E extends Endpoint> = { readonly [K in keyof NonNullable<E['files']>]: readonly ReceivedFile[] };

export type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Promise<ReplyOf<E> extends undefined ? void : ReplyOf<E>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Roles that may call the route. The server does not start with a route without them. */
    access?: Endpoint['access'];
    /** Responds with a stream that stays open. */
    stream?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** Time of that look-up. */
    callerAt: Date | undefined;
  }
}

/** Makes an endpoint of the contract a route: access, limits, input, reply and OpenAPI all come from the contract. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handler: Handler<E>,
  ...repeated: E extends { readonly repeat: 'read' } ? [readAgain: Handler<E>] : []
) {
  const [readAgain] = repeated as readonly Handler<E>[];
  let serialize: ((value: unknown) => string) | undefined;
  mountRoute(app, services, endpoint, async (context) => {
    const make = (own: Services) => handler({ ...context, services: own });
    const again = readAgain && (() => readAgain(context));
    const value = await (isKeyed(endpoint) ? answerOnce(endpoint, context, make, again) : handler(context));
    const { reply } = context;
    if (reply.sent) return;
    reply.code(successStatus(endpoint));
    if (endpoint.reply === undefined) return void reply.send();
    // With the first reply: compiling those of all routes would slow the start down.
    serialize ??= replySerializer(endpoint.reply);
    // Sent as bytes: Node takes longer to write a long text.
    void reply.type('application/json; charset=utf-8').send(Buffer.from(serialize(value)));
  });
}

/** A call on its way through the steps. */
interface Call {
  readonly endpoint: Endpoint;
  /** Unscoped services of the server. */
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A call whose body may be read, with what the steps add to it. */
interface OpenCall extends Call {
  readonly tempFiles: TempFiles;
  readonly uploads: NamedUploads | undefined;
  readonly handler: (context: Context<Endpoint>) => Promise<void>;
  input?: Input;
  /** Set once everything is checked. */
  context?: Context<Endpoint>;
}

/** The life of a request: the first step that throws ends it. Access comes before the body, so that strangers cannot upload megabytes. */
const steps = {
  beforeBody: [refuseOtherSite, authenticateCaller, requireProofs],
  withBody: [refuseUnusedKey, readBody, prepareContext, run],
} as const;

function refuseOtherSite({ request, services }: Call): void {
  if (!isOfProgram(request)) refuseOtherSites(request, services.settings);
}

async function authenticateCaller({ endpoint, services, request, reply }: Call): Promise<void> {
  try {
    request.caller = await authenticate(request, services, endpoint);
  } finally {
    // A refused one counts too.
    await request.server.limitCaller(request, reply);
  }
}

/** Requires a second factor and a fresh password where the endpoint asks for them. */
function requireProofs({ endpoint, services, request }: Call): void {
  if (!request.caller) return;
  requireEnrolment(services, endpoint, request.caller);
  requireConfirmation(services, endpoint, request.caller, request);
}

/** Refuses a key where it would be ignored. Elsewhere than with POST a repeat changes nothing. */
async function refuseUnusedKey({ endpoint, request }: Call): Promise<void> {
  const { method, headers } = endpoint;
  const isRead = isKeyed(endpoint) || headers?.shape['idempotency-key'];
  if (method === 'POST' && !isRead && request.headers['idempotency-key'] !== undefined)
    throw validation({ 'idempotency-key': keyUnused });
}

async function readBody(call: OpenCall): Promise<void> {
  call.input = await measureUploads(call.services.metrics, readInput(call));
}

/** Looks the caller up again and scopes the services to them. A body may take minutes to arrive. */
async function prepareContext(call: OpenCall): Promise<void> {
  const { endpoint, services, request, reply, input } = call;
  const current = await revalidateCaller(request, services, endpoint);
  const caller = current && { ...current, language: languageOf(request) };
  // A public call acts for nobody, whatever token comes with it.
  const own = endpoint.access === 'public' ? services : servicesFor(caller, services);
  call.context = { ...input, caller, services: own, request, reply } as Context<Endpoint>;
}

async function run(call: OpenCall): Promise<void> {
  if (!(await runOnReplica(call))) await call.handler(call.context!);
  await call.uploads?.settle();
}

/** Runs the handler on the read replica if the endpoint allows it; returns whether it did. */
async function runOnReplica({ endpoint, services, handler, context, reply }: OpenCall): Promise<boolean> {
  const { replica } = services;
  const isForAll = endpoint.mayLag && context!.services === services;
  const databases = isForAll ? replica?.fresh() : undefined;
  if (!replica || !databases) return false;
  try {
    await handler({ ...context!, services: { ...services, ...databases } });
    return true;
  } catch (error) {
    if (error instanceof AppError || reply.sent) throw error;
    // It is gone, or its replay cancelled the query.
    replica.leave();
    return false;
  }
}

/** Adds a route with all that happens before any handler: access, limits, input. */
export function mountRoute<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handler: (context: Context<E>) => Promise<void>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    // A live line lasts for hours: no span.
    config: {
      access: endpoint.access,
      countsCaller: true,
      stream: endpoint.stream === true,
      otel: endpoint.stream !== true,
    },
    onRequest: async (request, reply) => {
      for (const step of steps.beforeBody) await step({ endpoint, services, request, reply });
    },
    handler: async (request, reply) => {
      await using tempFiles = createTempFiles(services.settings.dataDir);
      const uploads = endpoint.uploads && namedUploads(services, request);
      const runHandler: OpenCall['handler'] = (context) => handler(context as Context<E>);
      const call: OpenCall = { endpoint, services, request, reply, tempFiles, uploads, handler: runHandler };
      try {
        for (const step of steps.withBody) await step(call);
      } catch (error) {
        // After another fault it is not known whether they were filed: a repeat finds out.
        await uploads?.release(!call.context || (error instanceof AppError && error.status < 500));
        throw error;
      } finally {
        uploads?.end();
      }
      return reply;
    },
  });
}

/** A file that is made while it is sent. */
export interface Download {
  /** Consists of plain letters, digits, dots and hyphens. */
  readonly fileName: string;
  readonly stream: Readable;
  /** In place of the endpoint's `download`. */
  readonly type?: string;
}

/** Mounts a download. A handler returns undefined while the file is not there yet: 202. A late error breaks the connection off. */
export function mountDownload<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E & Required<Pick<Endpoint, 'download'>>,
  handler: (context: Context<E>) => Promise<Download | undefined>,
): void {
  mountRoute<E>(app, services, endpoint, async (context) => {
    const made = await handler(context);
    if (made === undefined) return void context.reply.code(202).header('retry-after', 5).send();
    const { fileName, stream, type = endpoint.download } = made;
    context.reply.type(type.startsWith('text/') ? `${type}; charset=utf-8` : type);
    context.reply.header('content-disposition', `attachment; filename="${fileName}"`);
    void context.reply.send(stream);
  });
}

/** Compiles how replies are written: declared fields and no others, so that no column leaks. A missing one throws. */
export function replySerializer(reply: z.ZodMiniType): (value: unknown) => string {
  // Without the names that the documentation gives to schemas: each is written in its place.
  const metadata = z.registry<{ id?: string }>();
  const schema = z.toJSONSchema(reply, { metadata, override: ({ jsonSchema }) => writeNullable(jsonSchema) });
  return fastJson(schema as fastJson.Schema);
}

/** Turns `anyOf` a type and null into a nullable type: the library would validate each value against both. */
function writeNullable(schema: z.core.JSONSchema.BaseSchema): void {
  const [type, none] = schema.anyOf ?? [];
  if (schema.anyOf?.length !== 2 || type === undefined || none?.type !== 'null') return;
  delete schema.anyOf;
  Object.assign(schema, type, { nullable: true });
}
