/** @module-tag full */
import { createServer, type Server } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { owedBy, sendRaw } from './raw-http.ts';

let server: net.Server | undefined;
afterEach(() => {
  if (server && 'closeAllConnections' in server) (server as Server).closeAllConnections();
  server?.close();
});

async function listen(one: net.Server): Promise<number> {
  server = one;
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  return (one.address() as AddressInfo).port;
}

const whole = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';
const hangs = 'The line hangs, after: no answer';

it('a server that owes an answer and never gives it hangs, though it would close when the client does', async () => {
  const port = await listen(createServer(() => undefined));
  const isOwed = owedBy(server as Server);
  await expect(sendRaw(port, whole, { end: true, isOwed, silence: 3_000 })).rejects.toThrow(hangs);
});

it('a server that waits for the rest of a request does not: it closes when the client does', async () => {
  const port = await listen(createServer(() => undefined));
  const isOwed = owedBy(server as Server);
  expect(await sendRaw(port, whole.slice(0, -2), { end: true, isOwed, silence: 3_000 })).toMatch(
    /^(?:$|HTTP\/1\.1 400)/,
  );
});

it('a server that neither answers nor closes the line hangs', async () => {
  const sockets: net.Socket[] = [];
  const port = await listen(net.createServer({ allowHalfOpen: true }, (socket) => void sockets.push(socket.resume())));
  await expect(sendRaw(port, whole, { end: true, silence: 3_000 })).rejects.toThrow(hangs);
  for (const socket of sockets) socket.destroy();
});

it('an answer is an answer, however late', async () => {
  const port = await listen(
    createServer(
      (_, response) => void setTimeout(() => response.setHeader('connection', 'close').end('at last'), 2_000),
    ),
  );
  const isOwed = owedBy(server as Server);
  expect(await sendRaw(port, whole, { end: true, isOwed, silence: 5_000 })).toContain('at last');
});
