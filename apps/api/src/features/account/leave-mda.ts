import type { HandedOver } from '@baraza/contract';
import { type AccountRow, needsMda, updateAccount } from '../../auth/account.store.ts';
import type { Database } from '../../db/database.ts';
import { bypassRowSecurity } from '../../db/row-security/scope.ts';
import type { Services } from '../../services.ts';
import { readPast } from '../complaint/history/event.store.ts';
import { sealEvent, systemEvent } from '../complaint/history/sealed-event.ts';
import { applyTransition } from '../complaint/transition/apply-transition.ts';
import { lockAssigned, recordStep } from '../complaint/transition/transition.store.ts';
import { notifyNoEligibleStaff } from '../recusal/recuse-mentioned.ts';
import { toRules } from '../sla/sla-target.store.ts';

type ChangedAccount = Pick<AccountRow, 'role' | 'mdaId'> & { readonly disabled: boolean };

/** Whether a change of the account ends its work for its MDA. */
export function leavesMda({ mdaId }: AccountRow, after: ChangedAccount): boolean {
  return mdaId !== null && (after.disabled || !needsMda(after.role) || after.mdaId !== mdaId);
}

/** Assigns what somebody leaves behind to a colleague or nobody. Call it last in the transaction: from here on it reaches everything. */
export async function leaveMda(
  tx: Database,
  services: Services,
  { id, mdaId, disabledAt }: AccountRow,
  { to, actorId }: { readonly to: string | null; readonly actorId: string | null },
): Promise<HandedOver | null> {
  if (mdaId === null) return null;
  await updateAccount(tx, id, { awayUntil: null, deputyId: null });
  await bypassRowSecurity(tx);
  const at = services.clock.now();
  const handedOver = { given: 0, unassigned: 0 };
  for (const before of await lockAssigned(tx, mdaId, id)) {
    const past = await readPast(tx, before.id);
    const assigneeId = to === null || before.recusedStaff.includes(to) ? null : to;
    const step = { action: 'assign', at, actorId, text: null, assigneeId } as const;
    const after = applyTransition(before, past, step, toRules(before.rules, services.settings.timeZone));
    const bySystem = systemEvent('assign', before, after, { at, data: { assignee: assigneeId } });
    const event = actorId === null ? bySystem : { ...bySystem, actorKind: 'officer' as const, actorId };
    await recordStep(tx, before, after, sealEvent(event));
    handedOver[assigneeId === null ? 'unassigned' : 'given'] += 1;
  }
  if (disabledAt === null) await notifyNoEligibleStaff(tx, services, mdaId);
  return handedOver;
}
