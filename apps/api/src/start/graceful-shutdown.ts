import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Milliseconds after which requests under way are cut off. */
const grace = 3_000;

/** Milliseconds in which requests on open connections still get a response, which closes the connection. */
const drainPeriod = 300;

/** Tracks the connections of an app, before it listens; returns how to close it. Unused connections end at once. */
export function gracefulShutdown(app: FastifyInstance, patience = grace): () => Promise<void> {
  const unused = new Set<Socket>();
  let leaving = false;
  app.server
    .prependListener('request', (_, response) => {
      if (leaving) response.setHeader('connection', 'close');
    })
    .on('connection', (socket: Socket) => {
      unused.add(socket);
      socket.once('close', () => unused.delete(socket));
    })
    .on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  return async () => {
    leaving = true;
    const cut = setTimeout(() => app.server.closeAllConnections(), patience);
    const closeIdle = app.server.closeIdleConnections.bind(app.server);
    // Node would do this as soon as it stops listening.
    app.server.closeIdleConnections = () => {};
    const closed = app.close();
    await Promise.race([closed, sleep(drainPeriod)]);
    // Repeatedly, since a connection whose request ends only now stays open for the next one.
    const sweep = setInterval(closeIdle, 100);
    for (const socket of unused) socket.destroy();
    await closed;
    clearTimeout(cut);
    clearInterval(sweep);
  };
}
