import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { addHolidays, dropHoliday, listHolidays } from './manage-calendar.ts';
import { changeSlaTarget, dropSlaTarget, showSlaTargets } from './manage-sla-targets.ts';

/** Mounts the calls for holidays and SLA targets. */
export function slaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listHolidays, listHolidays);
  mount(app, all, contract.createHoliday, addHolidays);
  mount(app, all, contract.deleteHoliday, dropHoliday);

  mount(app, all, contract.listSlaTargets, showSlaTargets);
  mount(app, all, contract.setSlaTarget, changeSlaTarget);
  mount(app, all, contract.deleteSlaTarget, dropSlaTarget);
}
