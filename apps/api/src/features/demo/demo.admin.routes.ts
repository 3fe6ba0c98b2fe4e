import { getDemoData, removeDemoData } from '@baraza/contract';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type { FastifyInstance } from 'fastify';
import { reachEverything } from '../../db/row-security/scope.ts';
import { recordDeed } from '../../audit/audit-request.ts';
import type { Doing } from '../../auth/session/doing.ts';
import { conflict } from '../../http/errors.ts';
import { mount } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { countDemo, isDemoAccount, removeDemo } from './demo.store.ts';

/** The sample data: how much there is, and how it goes. */
export function demoAdminRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, getDemoData, ({ services }) =>
    services.db.transaction(async (tx) => {
      await reachEverything(tx);
      return countDemo(tx);
    }),
  );

  mount(app, all, removeDemoData, removeSamples);
}

async function removeSamples({ services, caller, request }: Doing) {
  return services.db.transaction(async (tx) => {
    await reachEverything(tx);
    if (await isDemoAccount(tx, caller.accountId)) throw conflict(keepMessage.demoOwn);
    const { accounts, mdas, complaints, feedback } = await countDemo(tx);
    await removeDemo(tx, services.clock.now());
    const detail = { accounts, mdas, complaints, feedback };
    await recordDeed(tx, services, request, { action: 'demo.removed', detail });
    return countDemo(tx);
  });
}
