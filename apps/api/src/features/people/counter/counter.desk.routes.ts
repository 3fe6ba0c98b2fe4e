import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { mount } from '../../../http/mount.ts';
import { useThrottle } from '../../../limits/throttle.store.ts';
import type { Services } from '../../../services.ts';
import { listOfCaller } from '../../complaint/read/caller.store.ts';
import { listSimilarToText } from '../../complaint/read/related.store.ts';
import { fileForSomebody } from './file-for-somebody.ts';
import { listFiled } from './filed.store.ts';

/** Mounts the calls by which staff file for others and find who calls. */
export function counterDeskRoutes(app: FastifyInstance, all: Services): void {
  // A complaint may be about any MDA, beyond the rows of who files it.
  mount(app, all, contract.fileForSomebody, (context) => fileForSomebody({ ...context, services: all }));

  mount(app, all, contract.listFiled, ({ services, caller, query }) => listFiled(services.db, caller, query));

  mount(app, all, contract.listSimilarToText, ({ services, caller, body }) =>
    listSimilarToText(services.db, caller, body.text),
  );

  mount(app, all, contract.findCaller, async ({ services, caller, body, request }) => {
    const { db, clock, rates } = services;
    await useThrottle(db, rates.callerSearches, ['caller search', caller.accountId], clock.now());
    const found = await listOfCaller(db, caller, body.phone);
    const detail = { found: found.length };
    await recordAuditEvent(db, services, request, { action: 'complaint.caller-searched', detail });
    return found;
  });
}
