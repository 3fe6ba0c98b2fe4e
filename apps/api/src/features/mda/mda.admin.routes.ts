import { createJurisdiction, createMda, listAllMdas, updateJurisdiction, updateMda } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import * as manage from './manage-mdas.ts';

/** Mounts the administrator's calls for MDAs and jurisdictions. */
export function mdaAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listAllMdas, (context) => manage.listAllMdas(context));
  mount(app, all, createMda, manage.addMda);
  mount(app, all, updateMda, manage.changeMda);
  mount(app, all, createJurisdiction, manage.addJurisdiction);
  mount(app, all, updateJurisdiction, manage.changeJurisdiction);
}
