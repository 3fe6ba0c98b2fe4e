import type { BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf, ReplyOf } from '@baraza/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate, authenticateAnew } from './authenticate.ts';
import type { Caller } from './caller.ts';
import { requireConfirmation } from './confirmation.ts';
import { documentation } from './documentation.ts';
import { requireEnrolment } from './enrolment.ts';
import { readInput } from './input.ts';
import { measureUploads } from './measure.ts';
import { createScratch } from './scratch.ts';
import type { Services } from './services.ts';
import { servicesFor } from './staff-scope.ts';
import type { ReceivedFile } from './uploads.ts';

/** What a handler gets: everything checked already. */
export interface Context<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Each file part with its files, in the order they came; empty where none came. */
  readonly files: FilesOf<E>;
  /** The headers that the endpoint declares. */
  readonly headers: HeadersOf<E>;
  readonly caller: E['access'] extends 'public' ? Caller | undefined : Caller;
  /** With the database as it is for this caller. A handler that staff may call uses these and none from elsewhere. */
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type FilesOf<E extends Endpoint> = { readonly [K in keyof NonNullable<E['files']>]: readonly ReceivedFile[] };

export type Handler<E extends Endpoint> = (context: Context<E>) => Promise<ReplyOf<E>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. One without this does not start. */
    access?: Endpoint['access'];
    /** Answered with a line that stays open. */
    stream?: boolean;
  }
  interface FastifyRequest {
    caller: Caller | undefined;
    /** When that was looked up. */
    callerAt: Date | undefined;
  }
}

/** Makes an endpoint of the contract a route: access, limits, input, reply and OpenAPI all come from the contract. */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  handler: Handler<E>,
): void {
  mountRoute(app, services, endpoint, async (context) => {
    const value = await handler(context);
    if (context.reply.sent) return;
    context.reply.code(endpoint.status ?? 200);
    if (endpoint.reply === undefined) return void context.reply.send();
    // The schema lets through the declared fields and no others, so that no column leaks by accident.
    const body = JSON.stringify(await endpoint.reply.parseAsync(value));
    void context.reply.type('application/json; charset=utf-8').send(body);
  });
}

/** What `mount` and `mountStream` share: all that happens before the handler. */
export function mountRoute<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  answer: (context: Context<E>) => Promise<void>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: documentation(endpoint),
    config: { access: endpoint.access, stream: endpoint.stream === true },
    // Before the body: nobody unknown gets to send megabytes.
    onRequest: async (request) => {
      request.caller = await authenticate(request, services, endpoint.access);
      if (!request.caller) return;
      await app.limitSession(request);
      requireEnrolment(services, endpoint, request.caller);
      requireConfirmation(services, endpoint, request.caller, request);
    },
    handler: async (request, reply) => {
      const scratch = createScratch(services.settings.dataDir);
      try {
        const input = await measureUploads(services.metrics, readInput(endpoint, request, scratch, services));
        const caller = await authenticateAnew(request, services, endpoint.access);
        await answer({ ...input, caller, services: servicesFor(caller, services), request, reply } as Context<E>);
      } finally {
        await scratch.clean();
      }
      return reply;
    },
  });
}
