import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Slowest permitted reading: at least these bytes in this time. */
    slowestReading: { milliseconds: number; bytes: number };
    /** Exempts a reply without an end; call before it begins. Returns a function that withdraws the exemption. */
    spareReading(answer: ServerResponse): () => void;
  }
}

/** 500 bytes a second. The time is long because the system buffers some hundred kilobytes. */
export const slowest = { milliseconds: 5 * 60_000, bytes: 5 * 60 * 500 };
const lookEvery = 1_000;

/** Ends connections whose clients read an answer too slowly; each holds a file or a query. Live ones have a limit of their own. */
export function endSlowReaders(app: FastifyInstance): void {
  app.decorate('slowestReading', { ...slowest });
  /** Each client's position when its present span of time began; undefined while it waits for the server. */
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
    // A pipelined reply has its connection only in its turn: until then it exempts nothing.
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

/** Returns the bytes sent so far; undefined when none wait to be sent. */
function markOf(socket: Socket) {
  if (socket.writableLength === 0) return undefined;
  return { at: performance.now(), taken: socket.bytesWritten - socket.writableLength };
}
