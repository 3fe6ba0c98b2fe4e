import { type SQL, sql } from 'drizzle-orm';
import type { Caller } from '../../../auth/session/caller.ts';
import { requestedOfOthers } from '../../identity-disclosure/identity-disclosure.store.ts';
import { proposedByOthers } from '../rejection/rejection.store.ts';

/** Array of the complaints that wait for the caller's approval: few ids, however long the list they are looked for in. */
export function approvalsFor(caller: Caller): SQL {
  if (caller.role !== 'supervisor' && caller.role !== 'oversight') return sql`'{}'::uuid[]`;
  return sql`array(${requestedOfOthers(caller)} union ${proposedByOthers(caller)})`;
}

/** Counts the complaints that wait for the caller's approval. */
export function countApprovals(caller: Caller): SQL<number> {
  return sql`cardinality(${approvalsFor(caller)})`.mapWith(Number);
}
