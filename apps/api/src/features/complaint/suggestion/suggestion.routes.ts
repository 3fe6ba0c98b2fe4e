import { type Suggested, suggestForText } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { suggestTargets } from './suggest-targets.ts';

/** Share of right suggestions below which none are shown. */
const leastRight = 0.7;
const whenRight = (found: Suggested): Suggested =>
  found.right < leastRight * found.of ? { suggestions: [], right: 0, of: 0 } : found;

/** Mounts the call that suggests MDAs and categories for a text, for everybody. */
export function suggestionRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, suggestForText, async ({ services: { db }, body: { text } }) => ({
    mda: whenRight(await suggestTargets(db, 'mda', text)),
    category: whenRight(await suggestTargets(db, 'category', text)),
  }));
}
