import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Services } from './services.ts';
import { unavailable } from './outage.ts';

/** `live`: the process answers. `ready`: it can also reach its database, so that requests may be sent to it. */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  const options = { config: { access: 'public' as const }, schema: { hide: true } };
  app.get('/health/live', options, async () => ({ status: 'live' }));
  app.get('/health/ready', options, async () => {
    await services.db.execute(sql`select 1`).catch(() => {
      throw unavailable();
    });
    return { status: 'ready' };
  });
}
