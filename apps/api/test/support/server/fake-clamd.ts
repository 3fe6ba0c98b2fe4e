import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Behaviour of a fake scanner. `answer` gets all the bytes of a file. */
export interface FakeClamdOptions {
  /** Reply to a file; undefined for none ever. */
  readonly answer?: (bytes: Buffer) => string | undefined;
  /** Hangs up after this many bytes. */
  readonly cutAfter?: number;
}

export interface FakeClamd {
  readonly url: string;
  /** Bytes of each scanned file. */
  readonly seen: Buffer[];
  close(): Promise<void>;
}

/** Speaks clamd's own protocol over TCP: zINSTREAM with chunks after their lengths. */
export async function startFakeClamd({
  answer = () => 'stream: OK',
  cutAfter,
}: FakeClamdOptions = {}): Promise<FakeClamd> {
  const seen: Buffer[] = [];
  const lines = new Set<Socket>();
  const server: Server = createServer((socket) => {
    lines.add(socket);
    socket.on('close', () => lines.delete(socket)).on('error', () => undefined);
    let input = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      input = Buffer.concat([input, chunk]);
      if (cutAfter !== undefined && input.length > cutAfter) return void socket.destroy();
      const file = fileIn(input);
      if (file === undefined) return;
      seen.push(file);
      const words = answer(file);
      if (words !== undefined) socket.end(`${words}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      for (const line of lines) line.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const command = 'zINSTREAM\0';

/** Returns the whole file once the empty chunk has arrived. */
function fileIn(input: Buffer): Buffer | undefined {
  if (input.toString('latin1', 0, command.length) !== command) return undefined;
  const chunks: Buffer[] = [];
  let at = command.length;
  while (at + 4 <= input.length) {
    const length = input.readUInt32BE(at);
    if (length === 0) return Buffer.concat(chunks);
    if (at + 4 + length > input.length) return undefined;
    chunks.push(input.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return undefined;
}
