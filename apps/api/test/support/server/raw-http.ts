import type { IncomingMessage, Server } from 'node:http';
import net from 'node:net';

/** How long a client that has said everything waits for the first byte, and then for the rest, before it hangs up. */
const patience = { first: 1_500, rest: 60 };

interface Client {
  /** Hangs up when this has come. */
  readonly waitFor?: string;
  /** Nothing more is to be expected of the client: it hangs up when it has its answer, or none comes. */
  readonly end?: boolean;
  /** Tells of a port whether the server has heard all that a client there had to say, and owes it an answer: it waits for that. */
  readonly isOwed?: (port: number) => boolean;
  /** After so many milliseconds of silence the line hangs. */
  readonly silence?: number;
}

/**
 * Sends bytes as they are to a listening server, and answers all that comes back until the line is closed.
 * @throws when the line hangs: nothing comes, and the server does not close it either.
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

/** Watches whom a server has heard to the end and not answered to the end. */
export function owedBy(server: Server): (port: number) => boolean {
  const open = new Map<number, IncomingMessage>();
  server.on('request', (request, response) => {
    const port = request.socket.remotePort ?? 0;
    open.set(port, request);
    response.once('close', () => open.delete(port));
  });
  return (port) => open.get(port)?.complete ?? false;
}
