import {
  createCategory,
  listAllCategories as listAllCategoriesEndpoint,
  listComplaintCategories,
  listFeedbackCategories,
  updateCategory,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { listCategories } from './category.store.ts';
import { addCategory, changeCategory, listAllCategories } from './manage-categories.ts';

/** Mounts the lists of categories to choose from, and the administrator's calls. */
export function categoryRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listComplaintCategories, ({ services }) => listCategories(services.db, 'complaint'));
  mount(app, all, listFeedbackCategories, ({ services }) => listCategories(services.db, 'feedback'));

  mount(app, all, listAllCategoriesEndpoint, ({ services }) => listAllCategories(services.db));
  mount(app, all, createCategory, addCategory);
  mount(app, all, updateCategory, changeCategory);
}
