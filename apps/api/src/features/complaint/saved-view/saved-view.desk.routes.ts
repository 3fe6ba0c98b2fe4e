import { createSavedView, deleteSavedView, listSavedViews, updateSavedView } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import * as manage from './manage-saved-views.ts';

/** Mounts the calls for saved views. */
export function savedViewDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listSavedViews, manage.listSavedViews);
  mount(app, all, createSavedView, manage.addSavedView);
  mount(app, all, updateSavedView, manage.changeSavedView);
  mount(app, all, deleteSavedView, manage.dropSavedView);
}
