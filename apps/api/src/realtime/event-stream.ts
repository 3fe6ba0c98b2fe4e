import type { Endpoint, ReplyOf } from '@baraza/contract/core/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../auth/session/caller.ts';
import { aliveAmong } from '../auth/session/session.store.ts';
import { tooManyRequests } from '../http/errors.ts';
import { type Context, mountRoute } from '../http/mount.ts';
import type { Services } from '../services.ts';

const linesPerAccount = 12;
/** A client that reads this many bytes too slowly is cut off; it comes back and reads its list anew. */
const maxWaiting = 256 * 1024;
const beatEvery = 20_000;

/** Mounts server-sent events. `open` starts the sending and returns what ends it. */
export function mountStream<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  open: (context: Context<E>, send: (event: ReplyOf<E>) => void) => () => void,
): void {
  const lines = new Set<Line>();
  // One timer and one query for all lines: an open line that is quiet costs next to nothing.
  const beat = setInterval(() => void keepAlive(services, lines), beatEvery).unref();
  // The beat takes what expires; who is signed out, or may do something else from now on, hears nothing more at all.
  const unfollow = services.live.followSessionEnds((id) => {
    if (id === undefined) void keepAlive(services, lines);
    else for (const line of lines) if (line.caller.sessionId === id) line.end();
  });
  app.addHook('preClose', async () => {
    clearInterval(beat);
    unfollow();
    for (const line of lines) line.end();
  });
  mountRoute(app, services, endpoint, async (context) => {
    const { caller, reply } = context as Context<E> & { caller: Caller };
    const own = [...lines].filter((line) => line.caller.accountId === caller.accountId);
    if (own.length >= linesPerAccount) throw tooManyRequests(60);
    const line = new Line(caller, reply);
    lines.add(line);
    services.metrics.liveConnections.inc();
    const spared = app.spareReading(reply.raw);
    line.onEnd(() => {
      lines.delete(line);
      services.metrics.liveConnections.dec();
      spared();
    });
    line.begin();
    line.onEnd(open(context, (event) => line.write(`data: ${JSON.stringify(endpoint.reply?.parse(event))}\n\n`)));
  });
}

/** A comment keeps proxies from closing a line; a session that ended takes its lines with it. */
async function keepAlive({ db, clock, settings, log }: Services, lines: ReadonlySet<Line>): Promise<void> {
  const open = [...lines];
  if (open.length === 0) return;
  try {
    const sessions = open.map((line) => line.caller.sessionId);
    const alive = await aliveAmong(db, sessions, clock.now(), settings.sessions);
    for (const line of open) if (!alive.has(line.caller.sessionId)) line.end();
  } catch (error) {
    log.warn({ err: error }, 'The sessions behind the live lines could not be read; the lines stay open.');
  }
  for (const line of open) line.beat();
}

/** A line of server-sent events to one client. */
export class Line {
  readonly caller: Caller;
  readonly #reply: FastifyReply;

  constructor(caller: Caller, reply: FastifyReply) {
    this.caller = caller;
    this.#reply = reply;
  }

  /** Tells the client that the line is open: from here on it misses nothing. */
  begin(): void {
    const { raw } = this.#reply;
    this.#reply.hijack();
    // Nothing else goes over this connection: when the line ends, it must not hold up a server that stops.
    const headers = {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      connection: 'close',
    };
    raw.writeHead(200, { ...(this.#reply.getHeaders() as Record<string, string>), ...headers });
    // At once, so that it gets through; and how long to wait before coming back.
    this.write('retry: 5000\n\n');
  }

  write(text: string): void {
    const { raw } = this.#reply;
    if (raw.writableLength > maxWaiting) raw.destroy();
    else if (!raw.writableEnded && !raw.destroyed) raw.write(text);
  }

  beat(): void {
    this.write(': \n\n');
  }

  end(): void {
    this.#reply.raw.end();
  }

  /** Calls the listener once the line is over, however that came; at once when it is over already. */
  onEnd(listener: () => void): void {
    const { raw } = this.#reply;
    if (raw.destroyed) listener();
    else raw.once('close', listener);
  }
}
