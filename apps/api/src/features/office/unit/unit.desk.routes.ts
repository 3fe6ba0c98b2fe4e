import { createUnit, listUnits, updateUnit } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mdaOf } from '../../../auth/session/request-actor.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import * as store from '../../reference/unit.store.ts';
import { addUnit, editUnit } from './manage-units.ts';

/** Mounts the calls for units. */
export function unitDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listUnits, ({ services, caller }) => store.listUnits(services.db, mdaOf(caller)));
  mount(app, all, createUnit, addUnit);
  mount(app, all, updateUnit, editUnit);
}
