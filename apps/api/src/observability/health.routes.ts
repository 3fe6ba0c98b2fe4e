import { message } from '@baraza/contract/core/message';
import type { FastifyInstance } from 'fastify';
import { readinessOf } from './readiness.ts';
import type { Services } from '../services.ts';

/**
 * `live`: the process answers. `ready`: it also reaches its database and its files, and the schema is the one it needs, so that
 * requests may be sent to it. Otherwise 503, with what is not ready.
 */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  const readiness = readinessOf(services);
  app.get('/health/live', options, async () => ({ status: 'live' }));
  app.get('/health/ready', options, async (_, reply) => {
    const { storage, ...needed } = await readiness();
    const parts = { ...needed, storage };
    if (Object.values(needed).every((standing) => standing === 'ok')) return { status: 'ready', ...parts };
    reply.code(503).header('retry-after', 5);
    return { status: 'not ready', ...parts, code: 'UNAVAILABLE', message: message.unavailable };
  });
}
