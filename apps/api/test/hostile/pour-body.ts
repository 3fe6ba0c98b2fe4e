import net from 'node:net';

interface Poured {
  /** Such as `POST /api/complaint`. */
  readonly line: string;
  readonly token: string;
  /** The default is a form with the boundary `bb`. */
  readonly type?: string;
  readonly beginning: string;
  readonly megabytes: number;
  /** Called after each megabyte. */
  readonly each?: () => void;
}

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

/** Sends this many megabytes after a beginning, without announcing a length; returns the start of the reply. */
export async function pourBody(
  port: number,
  { line, token, type = 'multipart/form-data; boundary=bb', beginning, megabytes, each = () => {} }: Poured,
): Promise<{ readonly answer: Promise<string>; readonly socket: net.Socket }> {
  const megabyte = chunk(Buffer.alloc(1024 * 1024, 'x'));
  const socket = net.connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('close', () => resolve('closed without an answer'));
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  const head = [`${line} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, `content-type: ${type}`];
  socket.write(`${head.join('\r\n')}\r\ntransfer-encoding: chunked\r\n\r\n`);
  socket.write(chunk(Buffer.from(beginning)));
  for (let count = 0; count < megabytes && socket.writable; count += 1) {
    if (!socket.write(megabyte)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
    each();
  }
  return { answer, socket };
}
