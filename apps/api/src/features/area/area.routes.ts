import { findArea, getAreaOutline, listAreas as listAreasEndpoint } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { findAreaAt, listAreas, readOutlineOfAreas } from './area.store.ts';

/** Mounts the areas to choose from, by name and by place. */
export function areaRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAreasEndpoint, ({ services }) => listAreas(services.db));

  mount(app, all, getAreaOutline, ({ services, reply }) => {
    reply.header('cache-control', 'public, max-age=3600');
    return readOutlineOfAreas(services.db);
  });

  mount(app, all, findArea, async ({ services, body }) => {
    const code = await findAreaAt(services.db, { lat: Number(body.lat), lon: Number(body.lon) });
    return { code };
  });
}
