import {
  createHoliday,
  deleteHoliday,
  deleteTarget,
  listHolidays as listHolidaysEndpoint,
  listTargets,
  setTarget,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { addHolidays, dropHoliday, listHolidays } from './manage-calendar.ts';
import { changeTarget, dropTarget, showTargets } from './manage-targets.ts';

/** When people work, and how long they give themselves. */
export function clockDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listHolidaysEndpoint, listHolidays);
  mount(app, all, createHoliday, (context) => addHolidays(context, context.body));
  mount(app, all, deleteHoliday, (context) => dropHoliday(context, context.params.id));

  mount(app, all, listTargets, showTargets);
  mount(app, all, setTarget, (context) => changeTarget(context, context.body));
  mount(app, all, deleteTarget, (context) => dropTarget(context, context.params.id, context.query.version));
}
