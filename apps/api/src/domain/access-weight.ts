import type { AccessWeight, IdentityAccess, Role } from '@baraza/contract';

interface Access {
  readonly role: Role;
  readonly mdaId: string | null;
  readonly disabled: boolean;
}

/** Whether a role takes two persons to give. */
export const isPowerful = (role: Role) => role !== 'officer' && role !== 'agent' && role !== 'citizen';

/** Weighs a change of an account's role, MDA or state by its reach; `before` is null for a new one. */
export function weighAccess(before: Access | null, after: Access): AccessWeight {
  const had = before === null || before.disabled ? null : before;
  if (had?.role === 'administrator' && (after.disabled || after.role !== 'administrator')) return 'confirm';
  const isSame = had?.role === after.role && had.mdaId === after.mdaId;
  // The other watchers learn of it, and can undo it.
  if (after.disabled) return had && isPowerful(had.role) ? 'announce' : 'free';
  if (isSame) return 'free';
  if (isPowerful(after.role)) return 'confirm';
  const isDemotion = had?.role === 'supervisor' && had.mdaId === after.mdaId;
  return isDemotion ? 'free' : 'announce';
}

/** Whether other walls let an officer see complaints that these do not; null: no walls. */
export function seesMore(before: readonly string[] | null, after: readonly string[] | null): boolean {
  return before !== null && (after === null || after.some((unit) => !before.includes(unit)));
}

const reach: readonly IdentityAccess[] = ['two-person', 'assigned', 'open'];

/** Weighs a change of who sees names at an MDA. */
export function weighIdentityAccess(before: IdentityAccess, after: IdentityAccess): AccessWeight {
  if (reach.indexOf(after) <= reach.indexOf(before)) return 'free';
  return after === 'open' ? 'confirm' : 'announce';
}
