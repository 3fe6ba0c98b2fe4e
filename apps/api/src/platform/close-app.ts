import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests under way may end within this time; who takes longer is cut off. */
const grace = 3_000;

/**
 * Watches the connections of an app that does not listen yet, and answers how to close it: what no request uses goes at once.
 * Browsers open connections ahead of any request, and Node does not count those as idle.
 */
export function closerOf(app: FastifyInstance, patience = grace): () => Promise<void> {
  const unused = new Set<Socket>();
  app.server
    .on('connection', (socket: Socket) => {
      unused.add(socket);
      socket.once('close', () => unused.delete(socket));
    })
    .on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  return async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), patience);
    // Again and again: a connection whose request ends only now stays open for the next one.
    const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
    for (const socket of unused) socket.destroy();
    await app.close();
    clearTimeout(cut);
    clearInterval(sweep);
  };
}
