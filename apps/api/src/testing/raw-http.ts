import net from 'node:net';

/** How long a client that has said everything waits for the first byte, and then for the rest, before it hangs up. */
const patience = { first: 1_500, rest: 60 };

/**
 * Sends bytes as they are to a listening server, and answers all that comes back until the line is closed. With `end`
 * nothing more is to be expected of the client: it hangs up when it has its answer, or none comes.
 */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { waitFor, end = false }: { waitFor?: string; end?: boolean } = {},
): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const hangUp = (after: number) => {
      clearTimeout(timer);
      timer = end ? setTimeout(() => socket.end(), after) : undefined;
    };
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(10_000, done);
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
