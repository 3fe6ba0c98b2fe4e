import type { HandedOver } from '@baraza/contract';
import type { Database } from '../../../db/database.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import type { Services } from '../../../services.ts';
import { toRules } from '../../sla/sla-target.store.ts';
import { sealEvent, systemEvent } from '../history/sealed-event.ts';
import { readPast } from '../history/event.store.ts';
import { applyTransition } from './apply-transition.ts';
import { lockAssigned, recordStep } from './transition.store.ts';

interface HandOver {
  readonly mdaId: string;
  readonly from: string;
  /** Null: nobody, so that a supervisor assigns them. */
  readonly to: string | null;
  /** The administrator who changes the account; null: a command on the server. */
  readonly actorId: string | null;
}

/**
 * Assigns the open complaints of somebody who leaves an MDA to a colleague; those the colleague is recused from, to nobody. Call it last
 * in a transaction that has locked both accounts: an administrator reaches no complaints, and from here on the statements do.
 */
export async function handOver(
  tx: Database,
  services: Services,
  { mdaId, from, to, actorId }: HandOver,
): Promise<HandedOver> {
  await bypassRowSecurity(tx);
  const at = services.clock.now();
  const handedOver = { given: 0, unassigned: 0 };
  for (const before of await lockAssigned(tx, mdaId, from)) {
    const past = await readPast(tx, before.id);
    const assigneeId = to === null || before.recusedStaff.includes(to) ? null : to;
    const step = { action: 'assign', at, actorId, text: null, assigneeId } as const;
    const after = applyTransition(before, past, step, toRules(before.rules, services.settings.timeZone));
    const bySystem = systemEvent('assign', before, after, { at, data: { assignee: assigneeId } });
    const event = actorId === null ? bySystem : { ...bySystem, actorKind: 'officer' as const, actorId };
    await recordStep(tx, before, after, sealEvent(event));
    handedOver[assigneeId === null ? 'unassigned' : 'given'] += 1;
  }
  return handedOver;
}
