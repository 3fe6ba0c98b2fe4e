import { createServer, type IncomingMessage, type Server } from 'node:http';
import { plain, type Witness, type WitnessResponse } from './witness.ts';

const maxBytes = 64 * 1024;

/** Serves a witness at `POST /add-checkpoint`; resolves once the server listens. */
export function serveWitness(witness: Witness, { host, port }: { host: string; port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(witness, request)
      .catch(() => plain(500, 'The witness failed.'))
      .then(({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}

async function answer(witness: Witness, request: IncomingMessage): Promise<WitnessResponse> {
  if (request.url !== '/add-checkpoint') return plain(404, 'There is only /add-checkpoint here.');
  if (request.method !== 'POST') return plain(405, 'Send a POST.');
  const body = await readBody(request);
  return body === undefined ? plain(413, 'The request is too large.') : witness.addCheckpoint(body);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
