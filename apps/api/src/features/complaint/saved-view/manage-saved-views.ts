import * as contract from '@baraza/contract';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { savedView } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { isKeptBy, isKeptFor, keeperOf } from '../../reference/kept.ts';
import { findFilterNames, goneFields, namesIn } from '../../reference/filter-names.store.ts';
import { todayOf } from '../../reference/today.ts';

/** Lists the views of the caller and their MDA by name, with their missing values. */
export async function listSavedViews(context: RequestActor): Promise<contract.SavedView[]> {
  const { services, caller } = context;
  const mine = isKeptFor(savedView, caller);
  return toViews(context, await services.db.select().from(savedView).where(mine).orderBy(asc(savedView.name)));
}

/** Saves filters and order of a list, for the caller or for the MDA. */
export async function addSavedView(context: Context<typeof contract.createSavedView>): Promise<contract.SavedView> {
  const { services, caller, body } = context;
  const { shared, ...view } = body;
  const row = { ...view, ...keeperOf(caller, shared), id: crypto.randomUUID(), version: 1 };
  await services.db.transaction(async (tx) => {
    if ((await tx.$count(savedView, isKeptBy(savedView, row))) >= contract.savedViewsMax)
      throw conflict(contract.staffMessage.viewsFull);
    await requireFreeName(tx, row);
    await tx.insert(savedView).values(row);
  });
  return toView(context, row);
}

/** Renames, pins or unpins a view. */
export async function changeSavedView(context: Context<typeof contract.updateSavedView>): Promise<contract.SavedView> {
  const { services, params, body } = context;
  const { version, ...change } = body;
  const before = await services.db.transaction(async (tx) => {
    const row = await lockView(tx, context, params.id, version);
    await requireFreeName(tx, { ...row, ...change });
    await updateVersioned(tx, savedView, row.id, change);
    return row;
  });
  return toView(context, { ...before, ...change, version: version + 1 });
}

/** Removes a view. */
export async function dropSavedView(context: Context<typeof contract.deleteSavedView>): Promise<void> {
  const { services, params, query } = context;
  await services.db.transaction(async (tx) => {
    const { id } = await lockView(tx, context, params.id, query.version);
    await tx.delete(savedView).where(eq(savedView.id, id));
  });
}

type Row = typeof savedView.$inferSelect;

async function requireFreeName(tx: Database, row: Pick<Row, 'id' | 'mdaId' | 'ownerId' | 'name'>): Promise<void> {
  const isTaken = and(isKeptBy(savedView, row), eq(savedView.name, row.name), ne(savedView.id, row.id));
  if (await tx.$count(savedView, isTaken)) throw conflict(contract.staffMessage.viewTaken, 'name');
}

/** Locks a view that the caller may change, as they saw it. */
async function lockView(tx: Database, context: RequestActor, id: string, version: number): Promise<Row> {
  const { caller } = context;
  const which = and(isKeptFor(savedView, caller), eq(savedView.id, id));
  const [row] = await tx.select().from(savedView).where(which).for('update');
  if (!row) throw notFound();
  keeperOf(caller, row.ownerId === null);
  requireSeen(version, await toView(context, row));
  return row;
}

async function toView(context: RequestActor, row: Row): Promise<contract.SavedView> {
  const [view] = await toViews(context, [row]);
  return view!;
}

async function toViews({ services }: RequestActor, rows: readonly Row[]): Promise<contract.SavedView[]> {
  const [first] = rows;
  if (!first) return [];
  const wanted = rows.flatMap(({ filter }) => namesIn(filter));
  const known = await findFilterNames(services.db, first.mdaId, wanted, todayOf(services));
  return rows.map((row) => ({
    ...pick(row, ['id', 'name', 'queue', 'filter', 'sort', 'pinned', 'version']),
    shared: row.ownerId === null,
    gone: goneFields(row.filter, known),
  }));
}
