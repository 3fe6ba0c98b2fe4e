import type { Endpoint, ReplyOf } from '@baraza/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/session/caller.ts';
import { OpenLines } from './event-lines.ts';
import { type Context, mountRoute } from '../http/mount.ts';
import type { Services } from '../services.ts';
import { aliveAmong } from '../auth/session/session.store.ts';

/** An open line to one client. */
export interface EventStream<E extends Endpoint> {
  /** Sends one event, in the form of the endpoint's reply. A client that comes back names the last `id` it has seen. */
  send(event: ReplyOf<E>, id?: string): void;
}

const beatEvery = 20_000;

/**
 * Makes an endpoint with `stream` a route of server-sent events. `open` starts the sending and answers what ends it; only
 * then is the client told that the line is open. The line ends with the client, the session or the server.
 */
export function mountStream<E extends Endpoint>(
  app: FastifyInstance,
  services: Services,
  endpoint: E,
  open: (context: Context<E>, stream: EventStream<E>) => Promise<() => void>,
): void {
  const lines = new OpenLines();
  // One timer and one query for all lines: an open line that is quiet costs next to nothing.
  const beat = setInterval(() => void keepAlive(services, lines), beatEvery).unref();
  // The beat takes what expires; who is signed out, or may do something else from now on, hears nothing more at all.
  const unfollow = services.live.followSessionEnds((id) => {
    if (id === undefined) void keepAlive(services, lines);
    else for (const line of lines.all()) if (line.sessionId === id) line.end();
  });
  app.addHook('preClose', async () => {
    clearInterval(beat);
    unfollow();
    for (const line of lines.all()) line.end();
  });
  mountRoute(app, services, endpoint, async (context) => {
    const { caller, reply } = context as Context<E> & { caller: Caller };
    const line = lines.start(caller, reply);
    services.metrics.liveConnections.inc();
    line.onEnd(() => services.metrics.liveConnections.dec());
    line.onEnd(app.spareReading(reply.raw));
    const stop = await open(context, {
      send: (event, id) => {
        const value = endpoint.reply?.parse(event);
        line.write(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`);
      },
    });
    line.onEnd(stop);
    line.begin();
  });
}

/** A comment keeps proxies from closing a line; a session that ended takes its lines with it. */
async function keepAlive({ db, clock, settings, log }: Services, lines: OpenLines): Promise<void> {
  const open = lines.all();
  if (open.length === 0) return;
  try {
    const sessions = open.map((line) => line.sessionId);
    const alive = await aliveAmong(db, sessions, clock.now(), settings.sessions);
    for (const line of open) if (!alive.has(line.sessionId)) line.end();
  } catch (error) {
    log.warn({ err: error }, 'The sessions behind the live lines could not be read; the lines stay open.');
  }
  for (const line of open) line.beat();
}
