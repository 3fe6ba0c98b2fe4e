import { createServer, type IncomingMessage, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { port } from './portal.ts';

/** A file that only the older build has. */
export const olderPart = '/assets/older-part.js';

/** Serves the portal as an older build, with another worker and an own file, until it is renewed. */
export async function openOlderBuild() {
  let isOlder = true;
  const server = createServer((request, response) => {
    if (isOlder && request.url === olderPart) {
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end('export default 1;');
    }
    const isWorker = isOlder && request.url === '/sw.js';
    const headers = { ...request.headers, ...(isWorker && { 'accept-encoding': 'identity' }) };
    const { method, url: path } = request;
    const pass = async (answer: IncomingMessage) => {
      if (!isWorker) {
        response.writeHead(answer.statusCode!, answer.headers);
        return void answer.pipe(response);
      }
      const text = Buffer.concat(await answer.toArray()).toString('utf8');
      const { 'content-length': _, ...rest } = answer.headers;
      response
        .writeHead(answer.statusCode!, rest)
        .end(text.replace(/portal-[0-9a-f]{12}/u, 'portal-older').replaceAll('`/assets/', `\`${olderPart},/assets/`));
    };
    const forward = ask({ host: '127.0.0.1', port, method, path, headers }, (answer) => void pass(answer));
    forward.on('error', () => response.destroy());
    request.pipe(forward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    renew: () => void (isOlder = false),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
