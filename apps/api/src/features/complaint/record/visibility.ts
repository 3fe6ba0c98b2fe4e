import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { isOpenTo } from '../../../db/row-security/open-to.ts';
import { param } from '../../../db/prepared.ts';
import { complaint } from '../../../db/schema/tables.ts';
import type { Actor } from '../../../domain/actor.ts';

declare const proven: unique symbol;

/** A condition that bounds a query of complaints to what its reader may see. Only this file makes one. */
export type VisibleTo = SQL & { readonly [proven]: true };

const prove = (condition: SQL | undefined) => (condition ?? sql`false`) as VisibleTo;

/** Narrows a scope by further conditions. */
export function within(scope: VisibleTo, ...conditions: readonly (SQL | undefined)[]): VisibleTo {
  return prove(and(scope, ...conditions));
}

/** All complaints: for steps that the system takes, in nobody's name. */
export const forSystem = prove(sql`true`);

/** A citizen's own complaints. */
export function ownedBy(citizenId: string): VisibleTo {
  return prove(eq(complaint.citizenId, citizenId));
}

/** Condition of every list: a citizen's own, an MDA's own, or for oversight all complaints; without those of a recusal or behind a wall. */
export function visibleTo(caller: Actor): VisibleTo {
  switch (caller.role) {
    case 'citizen':
      return ownedBy(caller.accountId);
    case 'officer':
    case 'supervisor':
      return caller.mdaId === null ? nothing : openTo(caller, eq(complaint.mdaId, caller.mdaId));
    case 'oversight':
      return openTo(caller);
    case 'agent':
      return caller.centre ? openTo(caller, eq(complaint.centre, caller.centre)) : nothing;
    case 'administrator':
      return nothing;
  }
}

/** The complaints that the caller may open: those, and the ones offered to their MDA for as long as it has not answered. */
export function readableBy(caller: Actor): VisibleTo {
  if (caller.role === 'citizen' || caller.mdaId === null) return visibleTo(caller);
  return prove(or(visibleTo(caller), offeredTo(caller)));
}

/** Transfers that wait for an answer: of this MDA, or for oversight of any. */
export function offeredTo(caller: Actor): VisibleTo {
  if (caller.role === 'oversight') return openTo(caller, sql`${complaint.offeredToMdaId} is not null`);
  return caller.mdaId === null ? nothing : openTo(caller, eq(complaint.offeredToMdaId, caller.mdaId));
}

const nothing = prove(sql`false`);

function openTo(caller: Actor, which?: SQL): VisibleTo {
  return prove(and(which, isOpenTo(complaint, caller)));
}

const wallsParam = param('walls') as unknown as readonly string[];

/** Values of these placeholders. */
export const readerValues = ({ accountId, mdaId, walls, contactId }: Actor) => ({
  accountId,
  mdaId,
  walls: walls ?? null,
  contactId: contactId ?? null,
});

/** Puts placeholders for a reader's ids. For statements that are kept for all readers of a kind. */
export function readerParams({ role, mdaId, walls, contactId }: Actor): Actor {
  return {
    role,
    accountId: param('accountId'),
    mdaId: mdaId === null ? null : param('mdaId'),
    walls: walls && wallsParam,
    contactId: contactId && param('contactId'),
  };
}

/** Names a reader's kind, for the name of such a statement: SQL with `readerParams` depends on nothing else of them. */
export const kindOf = ({ role, mdaId, walls, contactId }: Actor): string =>
  `${role}-${mdaId === null ? 'alone' : walls ? 'walled' : 'mda'}${contactId ? '-program' : ''}`;
