import { listAreas as listAreasEndpoint } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listAreas } from './area.store.ts';

/** Mounts the list of areas to choose from. */
export function areaRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAreasEndpoint, ({ services }) => listAreas(services.db));
}
