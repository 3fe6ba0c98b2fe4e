import { createCategory, listAllCategories, updateCategory } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as store from './admin-category.store.ts';
import { addCategory, changeCategory } from './manage-categories.ts';

/** Mounts the administrator's calls for categories. */
export function categoryAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAllCategories, ({ services }) => store.listAllCategories(services.db));
  mount(app, all, createCategory, (context) => addCategory(context, context.body));
  mount(app, all, updateCategory, (context) => changeCategory(context, context.params.id, context.body));
}
