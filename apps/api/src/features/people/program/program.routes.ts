import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { openViewDedup, recordListed } from '../../../audit/record-view.ts';
import { mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { listEvents } from './event.store.ts';
import * as manage from './manage-programs.ts';

/** Mounts the calls for programs that read and act through the API. */
export function programRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listPrograms, manage.listPrograms);
  mount(app, all, contract.requestToken, manage.requestToken);
  mount(app, all, contract.confirmProgram, manage.confirmProgram, manage.listPrograms);
  mount(app, all, contract.endProgram, manage.endProgram);
  mount(app, all, contract.requestWebhook, manage.requestWebhook);
  mount(app, all, contract.renewSecret, manage.renewSecret);
  mount(app, all, contract.listDeliveries, manage.listDeliveries);
  mount(app, all, contract.redeliver, manage.redeliver, manage.listDeliveries);
  const viewDedup = openViewDedup(app, all);
  mount(app, all, contract.listEvents, async (context) => {
    const page = await listEvents(context);
    const shown = page.items.map(({ data }) => data);
    await recordListed(context, shown, viewDedup);
    return page;
  });
}
