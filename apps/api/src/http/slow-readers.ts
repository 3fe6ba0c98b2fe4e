import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** How little of an answer may be taken in so much time. */
    slowestReading: { milliseconds: number; bytes: number };
    /** An answer without an end, to be read as slowly as anybody likes; ask before it begins. Answers how to take that back. */
    spareReading(answer: ServerResponse): () => void;
  }
}

/** 500 bytes a second. The time is long because the system takes some hundred kilobytes ahead of its client. */
export const slowest = { milliseconds: 5 * 60_000, bytes: 5 * 60 * 500 };
const lookEvery = 1_000;

/** Ends connections whose clients read an answer too slowly; each holds a file or a query. Live ones have a limit of their own. */
export function endSlowReaders(app: FastifyInstance): void {
  app.decorate('slowestReading', { ...slowest });
  /** Where each client stood when the present span of time began; undefined while it waits for us, and not we for it. */
  const open = new Map<Socket, ReturnType<typeof markOf>>();
  const spared = new Set<ServerResponse>();
  app.decorate('spareReading', (answer) => {
    spared.add(answer);
    return () => void spared.delete(answer);
  });
  app.server.on('connection', (socket) => {
    open.set(socket, undefined);
    socket.once('close', () => open.delete(socket));
  });
  const look = () => {
    // An answer has a connection when its turn has come: what is asked for behind another one spares nothing of that.
    const live = new Set([...spared].map(({ socket }) => socket));
    for (const [socket, mark] of open) {
      const now = live.has(socket) ? undefined : markOf(socket);
      if (!now || !mark) open.set(socket, now);
      else if (now.at - mark.at >= app.slowestReading.milliseconds) {
        open.set(socket, now);
        if (now.taken - mark.taken < app.slowestReading.bytes) end(socket);
      }
    }
  };
  const end = (socket: Socket) => {
    app.log.info({ outcome: 'too slow' }, 'connection ended');
    socket.destroy();
  };
  const timer = setInterval(look, lookEvery).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** What went out so far; undefined where nothing waits to go out. */
function markOf(socket: Socket) {
  if (socket.writableLength === 0) return undefined;
  return { at: performance.now(), taken: socket.bytesWritten - socket.writableLength };
}
