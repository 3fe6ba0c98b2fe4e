import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Caller } from '../../auth/session/caller.ts';
import { mdaOf } from '../../auth/session/request-actor.ts';
import { forbidden } from '../../http/errors.ts';

/** A table of what people keep for themselves or, without an owner, for their MDA. */
interface Kept {
  readonly mdaId: AnyPgColumn;
  readonly ownerId: AnyPgColumn;
}

interface Keeper {
  readonly mdaId: string;
  /** Null: the MDA. */
  readonly ownerId: string | null;
}

/** Returns who keeps what a caller adds, for their MDA or for themselves. @throws AppError FORBIDDEN for an officer's MDA */
export function keeperOf(caller: Caller, isShared: boolean): Keeper {
  if (isShared && caller.role !== 'supervisor') throw forbidden();
  return { mdaId: mdaOf(caller), ownerId: isShared ? null : caller.accountId };
}

/** Rows of one keeper. */
export function isKeptBy(table: Kept, { mdaId, ownerId }: Keeper): SQL | undefined {
  return and(eq(table.mdaId, mdaId), ownerId === null ? isNull(table.ownerId) : eq(table.ownerId, ownerId));
}

/** What a caller may use: their own, and that of their MDA. */
export function isKeptFor(table: Kept, caller: Caller): SQL | undefined {
  return and(eq(table.mdaId, mdaOf(caller)), or(eq(table.ownerId, caller.accountId), isNull(table.ownerId)));
}
