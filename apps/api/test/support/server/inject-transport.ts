import type { Transport } from '@baraza/contract/core/client';
import type { FastifyInstance } from 'fastify';

/** Carries the client's requests into the app without a network between. */
export function injectTransport(app: FastifyInstance): Transport {
  return async ({ method, url, headers, body }) => {
    const payload = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body;
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload !== undefined && { payload: payload as string }),
    });
    const header = (name: string) => response.headers[name.toLowerCase()];
    return { status: response.statusCode, header: (name) => header(name)?.toString() ?? null, text: response.body };
  };
}
