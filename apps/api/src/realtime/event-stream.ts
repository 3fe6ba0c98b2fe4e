import type { Endpoint, ReplyOf } from '@baraza/contract/core/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../auth/session/caller.ts';
import { aliveAmong } from '../auth/session/session.store.ts';
import { tooManyRequests } from '../http/errors.ts';
import { type Context, mountRoute } from '../http/mount.ts';
import type { Services } from '../services.ts';

const streamsPerAccount = 12;
/** Bytes waiting for a slow client after which it is cut off; it reconnects and reads its list anew. */
const maxWaiting = 256 * 1024;
const keepAliveEvery = 20_000;

/** Mounts server-sent events. `open` starts the sending and returns a function that ends it. */
export function mountStream<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  open: (context: Context<E>, send: (event: ReplyOf<E>) => void) => () => void,
): void {
  const streams = new Set<EventStream>();
  // One timer and one query for all streams, so that a quiet one costs next to nothing.
  const timer = setInterval(() => void keepAlive(services, streams), keepAliveEvery).unref();
  // Sessions that expire are found by the timer; those that are ended lose their streams at once.
  const unfollow = services.live.followSessionEnds((id) => {
    if (id === undefined) void keepAlive(services, streams);
    else for (const stream of streams) if (stream.caller.sessionId === id) stream.end();
  });
  app.addHook('preClose', async () => {
    clearInterval(timer);
    unfollow();
    for (const stream of streams) stream.end();
  });
  mountRoute(app, services, endpoint, async (context) => {
    const { caller, reply } = context as Context<E> & { caller: Caller };
    const own = [...streams].filter((stream) => stream.caller.accountId === caller.accountId);
    if (own.length >= streamsPerAccount) throw tooManyRequests(60);
    const stream = new EventStream(caller, reply);
    streams.add(stream);
    services.metrics.liveConnections.inc();
    const endExemption = app.spareReading(reply.raw);
    stream.onEnd(() => {
      streams.delete(stream);
      services.metrics.liveConnections.dec();
      endExemption();
    });
    stream.begin();
    stream.onEnd(open(context, (event) => stream.write(`data: ${JSON.stringify(endpoint.reply?.parse(event))}\n\n`)));
  });
}

/** Ends streams whose session ended; sends the others a comment, so that no proxy closes them. */
async function keepAlive({ db, clock, settings, log }: Services, streams: ReadonlySet<EventStream>): Promise<void> {
  const open = [...streams];
  if (open.length === 0) return;
  try {
    const sessions = open.map((stream) => stream.caller.sessionId);
    const alive = await aliveAmong(db, sessions, clock.now(), settings.sessions);
    for (const stream of open) if (!alive.has(stream.caller.sessionId)) stream.end();
  } catch (error) {
    log.warn({ err: error }, 'The sessions behind the event streams could not be read; the streams stay open.');
  }
  for (const stream of open) stream.write(': \n\n');
}

/** Stream of server-sent events to one client. */
export class EventStream {
  readonly caller: Caller;
  readonly #reply: FastifyReply;

  constructor(caller: Caller, reply: FastifyReply) {
    this.caller = caller;
    this.#reply = reply;
  }

  /** Sends the headers, from which on the client misses no event. */
  begin(): void {
    const { raw } = this.#reply;
    this.#reply.hijack();
    // The connection closes with the stream, so that it does not delay a server that stops.
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    };
    raw.writeHead(200, { ...(this.#reply.getHeaders() as Record<string, string>), ...headers });
    // Some text at once, so that proxies pass it on: the milliseconds after which a client reconnects.
    this.write('retry: 5000\n\n');
  }

  write(text: string): void {
    const { raw } = this.#reply;
    if (raw.writableLength > maxWaiting) raw.destroy();
    else if (!raw.writableEnded && !raw.destroyed) raw.write(text);
  }

  end(): void {
    this.#reply.raw.end();
  }

  /** Calls the listener when the stream ends for any reason; at once if it has. */
  onEnd(listener: () => void): void {
    const { raw } = this.#reply;
    if (raw.destroyed) listener();
    else raw.once('close', listener);
  }
}
