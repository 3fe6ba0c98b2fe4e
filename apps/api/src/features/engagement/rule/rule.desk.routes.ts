import * as contract from '@baraza/contract';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { lockMda } from '../../../auth/access/access-change.store.ts';
import { mdaOf } from '../../../auth/session/request-actor.ts';
import { notFound, requireSeen } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { todayOf } from '../../reference/today.ts';
import { insertRules, listRules, tryRules } from './rule.store.ts';

const trialDays = 30;

/** Mounts the calls for rules. */
export function ruleDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listRules, ({ services, caller, query: { mda, version } }) => {
    const office = caller.mdaId ?? mda;
    if (!office) throw notFound();
    return listRules(services.db, office, todayOf(services), version === undefined ? undefined : Number(version));
  });
  mount(app, all, contract.saveRules, saveRules);
  mount(app, all, contract.tryRules, ({ services, caller, body }) => {
    const since = new Date(services.clock.now().getTime() - trialDays * 86_400_000);
    return tryRules(services.db, caller, body.rules, since);
  });
}

/** Saves the whole list as a new version, unless a colleague saved one meanwhile. */
async function saveRules({ services, caller, body, request }: Context<typeof contract.saveRules>) {
  const [mdaId, today] = [mdaOf(caller), todayOf(services)];
  await services.db.transaction(async (tx) => {
    await lockMda(tx, mdaId);
    requireSeen(body.version, await listRules(tx, mdaId, today));
    const { rules, version: before } = body;
    const version = before + 1;
    await insertRules(tx, { mdaId, version, rules, changedBy: caller.accountId, changedAt: services.clock.now() });
    const detail = { change: `version ${version}` };
    await recordAuditEvent(tx, services, request, {
      action: 'rule.changed',
      object: { kind: 'mda', id: mdaId },
      detail,
    });
  });
  // Only now: what a process has read of a version it keeps.
  return listRules(services.db, mdaId, today);
}
