import { suggestMdas as endpoint } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { suggestMdas } from './suggest-mdas.ts';

/** Mounts the call that suggests MDAs for a text, for everybody. */
export function suggestionRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, endpoint, ({ services: { db }, body }) => suggestMdas(db, body.text));
}
