import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';

/** Milliseconds that a client waits for the first byte, and then for more, before it hangs up. */
const patience = { first: 1_500, rest: 60 };

interface Client {
  /** Hangs up when this text has arrived. */
  readonly waitFor?: string;
  /** The client sends nothing more: it hangs up after its reply, or without one. */
  readonly end?: boolean;
  /** Whether the server has received the whole request from this port and still owes its reply. */
  readonly isOwed?: (port: number) => boolean;
  /** Milliseconds of silence after which the connection counts as hanging. */
  readonly silence?: number;
}

/**
 * Sends raw bytes to a listening server; returns all it receives until the connection is closed.
 * @throws when the connection hangs: nothing arrives, and the server does not close it either.
 */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { waitFor, end = false, isOwed = () => false, silence = 10_000 }: Client = {},
): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const hangUp = (after: number) => {
      clearTimeout(timer);
      timer = end ? setTimeout(() => (isOwed(socket.localPort ?? 0) ? hangUp(after) : socket.end()), after) : undefined;
    };
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(silence, () => {
      clearTimeout(timer);
      socket.destroy();
      reject(new Error(`The line hangs, after: ${answer.slice(0, 200) || 'no answer'}`));
    });
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
      if (waitFor !== undefined && answer.includes(waitFor)) return done();
      hangUp(patience.rest);
    });
    socket.on('close', done);
    socket.on('error', (error) => (answer === '' ? reject(error) : done()));
    socket.write(bytes, () => hangUp(patience.first));
  });
}

/** Tracks clients whose request a server has received whole and not yet answered. */
export function owedBy(server: Server): (port: number) => boolean {
  const open = new Map<number, IncomingMessage>();
  server.on('request', (request, response) => {
    const port = request.socket.remotePort ?? 0;
    open.set(port, request);
    response.once('close', () => open.delete(port));
  });
  return (port) => open.get(port)?.complete ?? false;
}
