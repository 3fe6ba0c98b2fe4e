import { createServer, connect, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A connection to the portal that can be cut. */
export interface CutLine {
  readonly url: string;
  /** Drops and refuses every connection, or accepts them again. */
  cut(): void;
  mend(): void;
  /** Drops every connection after this many more bytes to the server; later connections work. */
  cutAfter(bytes: number): void;
  /** Bytes that reached the server. */
  readonly sent: number;
  close(): Promise<void>;
}

/** Opens a line with a limit of bytes a second to the server. */
export async function openLine(port: number, bytesPerSecond = Infinity): Promise<CutLine> {
  const open = new Set<Socket>();
  let isCut = false;
  let left = Infinity;
  let sent = 0;
  const dropAll = () => {
    for (const socket of open) socket.destroy();
  };
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    closeTogether(near, far, open);
    far.pipe(near);
    near.on('data', (chunk) => {
      const passed = chunk.subarray(0, Math.max(0, Math.min(chunk.length, left)));
      sent += passed.length;
      left -= passed.length;
      near.pause();
      const goOn = () => setTimeout(() => near.resume(), (passed.length / bytesPerSecond) * 1000);
      if (far.write(passed)) goOn();
      else far.once('drain', goOn);
      if (left > 0) return;
      left = Infinity;
      // Bytes let through arrive; the response does not.
      far.end(() => dropAll());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      dropAll();
    },
    mend() {
      isCut = false;
    },
    cutAfter(bytes) {
      left = bytes;
    },
    get sent() {
      return sent;
    },
    close() {
      dropAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Ends both sockets when one ends; `open` holds them until then. */
export function closeTogether(near: Socket, far: Socket, open: Set<Socket>): void {
  for (const socket of [near, far]) {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      near.destroy();
      far.destroy();
    });
  }
}
