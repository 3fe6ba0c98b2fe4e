import { listComplaintCategories, listFeedbackCategories } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listCategories } from './category.store.ts';

/** Mounts the lists of categories to choose from. */
export function categoryRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, listComplaintCategories, ({ services: { db } }) => listCategories(db, 'complaint'));
  mount(app, services, listFeedbackCategories, ({ services: { db } }) => listCategories(db, 'feedback'));
}
