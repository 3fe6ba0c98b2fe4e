import { type AccountRow, needsMda, updateAccount } from '../../../auth/account.store.ts';
import type { Database } from '../../../db/database.ts';
import { bypassRowSecurity } from '../../../db/row-security/scope.ts';
import type { Services } from '../../../services.ts';
import { lockAssigned } from '../../complaint/record/lock-complaint.store.ts';
import { takeSystemStep } from '../../complaint/record/take-system-step.ts';
import { isWalledOff, leaveUnits } from '../../reference/unit.store.ts';
import { effectsOfLeaving } from '../../complaint/recusal/recuse-mentioned.ts';

type ChangedAccount = Pick<AccountRow, 'role' | 'mdaId'> & { readonly disabled: boolean };

/** Whether a change of the account ends its work for its MDA. */
export function leavesMda({ mdaId }: AccountRow, after: ChangedAccount): boolean {
  return mdaId !== null && (after.disabled || !needsMda(after.role) || after.mdaId !== mdaId);
}

/** Assigns the complaints of a departing officer to a colleague or nobody. Call last: it lifts row security for the transaction. */
export async function leaveMda(
  tx: Database,
  services: Services,
  { id, mdaId, disabledAt }: AccountRow,
  { to, actorId }: { readonly to: string | null; readonly actorId: string | null },
): Promise<void> {
  if (mdaId === null) return;
  await updateAccount(tx, id, { awayUntil: null, deputyId: null });
  await bypassRowSecurity(tx);
  await leaveUnits(tx, services, id, mdaId);
  const at = services.clock.now();
  for (const before of await lockAssigned(tx, mdaId, id)) {
    const isBarred = to === null || before.recusedStaff.includes(to) || (await isWalledOff(tx, to, before.unitId));
    const assignee = isBarred ? null : to;
    const data = { assignee };
    await takeSystemStep(tx, services, before, { action: 'assign', at, actorId, text: null, assignee, data });
  }
  if (disabledAt === null) await services.carryOut(tx, services, await effectsOfLeaving(tx, mdaId, at));
}
