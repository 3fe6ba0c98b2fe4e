import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeTogether } from './cut-line.ts';

const bytesPerSecond = 50_000;
/** Milliseconds that a byte takes in each direction. */
const latency = 200;

/** Forwards a port to another at 400 kbit/s and 400 ms, as at the edge of a mobile network. Returns the function that ends it. */
export async function openSlowLine(from: number, to: number): Promise<() => Promise<void>> {
  const [up, down] = [openWay(), openWay()];
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    near.pipe(up()).pipe(far);
    far.pipe(down()).pipe(near);
    closeTogether(near, far, open);
  });
  await new Promise<void>((resolve) => server.listen(from, '127.0.0.1', resolve));
  return () => {
    for (const socket of open) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
}

/** Makes one direction, whose speed all connections share. Returns a function that forwards one of them. */
function openWay(): () => Transform {
  let free = 0;
  return () => {
    let arrived = Promise.resolve();
    return new Transform({
      async transform(chunk: Buffer, _, done) {
        free = Math.max(free, Date.now()) + (chunk.length / bytesPerSecond) * 1000;
        const arrives = free + latency;
        const deliver = () => sleep(arrives - Date.now()).then(() => void (this.destroyed || this.push(chunk)));
        arrived = arrived.then(deliver);
        await sleep(free - Date.now());
        done();
      },
      async flush(done) {
        await arrived;
        done();
      },
    });
  };
}
