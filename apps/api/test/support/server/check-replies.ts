import { isDeepStrictEqual } from 'node:util';
import * as contract from '@baraza/contract';
import type { Endpoint } from '@baraza/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';

const endpoints = new Map(
  (Object.values(contract) as unknown[])
    .filter((it): it is Endpoint => typeof it === 'object' && it !== null && 'method' in it && 'path' in it)
    .map((endpoint) => [`${endpoint.method} /api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`, endpoint]),
);

/** Fails requests whose reply does not fit the contract: the serializer checks no values. */
export function checkReplies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method, routeOptions }, reply, payload) => {
    const schema = endpoints.get(`${method} ${routeOptions.url}`)?.reply;
    if (schema === undefined || reply.statusCode >= 300 || typeof payload !== 'string') return;
    const sent: unknown = JSON.parse(payload);
    if (!isDeepStrictEqual(schema.parse(sent), sent)) throw new Error(`${method} ${routeOptions.url} sent too much.`);
  });
}
