import { suggestForText } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { suggestTargets } from './suggest-targets.ts';

/** Mounts the call that suggests MDAs and categories for a text, for everybody. */
export function suggestionRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, suggestForText, async ({ services: { db }, body: { text } }) => ({
    mda: await suggestTargets(db, 'mda', text),
    category: await suggestTargets(db, 'category', text),
  }));
}
