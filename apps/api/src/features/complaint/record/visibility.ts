import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { isNotRecused } from '../../../db/row-security/not-recused.ts';
import { param } from '../../../db/prepared.ts';
import { complaint } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';

/** Condition of every list: a citizen's own, an MDA's own, or for oversight all complaints; without those of a recusal. */
export function visibleTo(caller: Actor): SQL {
  switch (caller.role) {
    case 'citizen':
      return eq(complaint.citizenId, caller.accountId);
    case 'officer':
    case 'supervisor':
      return caller.mdaId === null ? sql`false` : withoutRecused(caller, eq(complaint.mdaId, caller.mdaId));
    case 'oversight':
      return isNotRecused(complaint, caller.accountId);
    case 'administrator':
      return sql`false`;
  }
}

/** The complaints that the caller may open: those, and the ones offered to their MDA for as long as it has not answered. */
export function readableBy(caller: Actor): SQL {
  if (caller.role === 'citizen' || caller.mdaId === null) return visibleTo(caller);
  return or(visibleTo(caller), offeredTo(caller)) ?? sql`false`;
}

/** Transfers that wait for an answer: of this MDA, or for oversight of any. */
export function offeredTo(caller: Actor): SQL {
  if (caller.role === 'oversight') return withoutRecused(caller, sql`${complaint.offeredToMdaId} is not null`);
  return caller.mdaId === null ? sql`false` : withoutRecused(caller, eq(complaint.offeredToMdaId, caller.mdaId));
}

function withoutRecused({ accountId }: Actor, which: SQL): SQL {
  return and(which, isNotRecused(complaint, accountId)) ?? sql`false`;
}

/** Puts placeholders for a reader's ids. For statements that are kept for all readers of a kind. */
export function readerParams({ role, mdaId }: Actor): Actor {
  return { role, accountId: param('accountId'), mdaId: mdaId === null ? null : param('mdaId') };
}

/** Names a reader's kind, for the name of such a statement: SQL with `readerParams` depends on nothing else of them. */
export const kindOf = ({ role, mdaId }: Actor): string => `${role}-${mdaId === null ? 'alone' : 'mda'}`;
