import type { HandedOver } from '@baraza/contract';
import { type AccountRow, needsMda, updateAccount } from '../../auth/account.store.ts';
import type { Database } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { handOver } from '../complaint/transition/hand-over.ts';
import { notifyNoEligibleStaff } from '../recusal/notify-recusal.ts';

interface ChangedAccount extends Pick<AccountRow, 'role' | 'mdaId'> {
  readonly disabled: boolean;
}

/** Whether a change of the account ends its work for its MDA. */
export function leavesMda({ mdaId }: AccountRow, after: ChangedAccount): boolean {
  return mdaId !== null && (after.disabled || !needsMda(after.role) || after.mdaId !== mdaId);
}

/**
 * Settles what somebody leaves behind at their MDA: leave, complaints in hand, and those that nobody there may see any more. Call
 * it last in the transaction that changes the account.
 */
export async function leaveMda(
  tx: Database,
  services: Services,
  account: AccountRow,
  { to, actorId }: { readonly to: string | null; readonly actorId: string | null },
): Promise<HandedOver | null> {
  if (account.mdaId === null) return null;
  await updateAccount(tx, account.id, { awayUntil: null, deputyId: null });
  const handedOver = await handOver(tx, services, { mdaId: account.mdaId, from: account.id, to, actorId });
  if (account.disabledAt === null) await notifyNoEligibleStaff(tx, services, account.mdaId);
  return handedOver;
}
