import {
  createHoliday,
  deleteHoliday,
  deleteSlaTarget,
  listHolidays as listHolidaysEndpoint,
  listSlaTargets,
  setSlaTarget,
} from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { addHolidays, dropHoliday, listHolidays } from './manage-calendar.ts';
import { changeSlaTarget, dropSlaTarget, showSlaTargets } from './manage-sla-targets.ts';

/** Mounts the calls for holidays and SLA targets. */
export function slaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, listHolidaysEndpoint, listHolidays);
  mount(app, all, createHoliday, addHolidays);
  mount(app, all, deleteHoliday, dropHoliday);

  mount(app, all, listSlaTargets, showSlaTargets);
  mount(app, all, setSlaTarget, changeSlaTarget);
  mount(app, all, deleteSlaTarget, dropSlaTarget);
}
