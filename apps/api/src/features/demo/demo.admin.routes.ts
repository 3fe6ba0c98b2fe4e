import { getDemoData, removeDemoData, staffMessage } from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import { recordAuditEvent } from '../../audit/audit.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { conflict } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { countDemo, isDemoAccount, removeDemo } from './demo.store.ts';

/** Mounts the calls to count and remove the sample data. */
export function demoAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, getDemoData, ({ services }) =>
    services.db.transaction(async (tx) => {
      await bypassRowSecurity(tx);
      return countDemo(tx);
    }),
  );

  mount(app, all, removeDemoData, removeSamples);
}

async function removeSamples({ services, caller, request }: RequestActor) {
  return services.db.transaction(async (tx) => {
    await bypassRowSecurity(tx);
    if (await isDemoAccount(tx, caller.accountId)) throw conflict(staffMessage.demoOwn);
    const { accounts, mdas, complaints, feedback } = await countDemo(tx);
    await removeDemo(tx, { at: services.clock.now(), keys: services.keys });
    const detail = { accounts, mdas, complaints, feedback };
    await recordAuditEvent(tx, services, request, { action: 'demo.removed', detail });
    return countDemo(tx);
  });
}
