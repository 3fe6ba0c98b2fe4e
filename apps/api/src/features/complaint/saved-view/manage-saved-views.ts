import * as contract from '@baraza/contract';
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Caller } from '../../../auth/session/caller.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { area, category, jurisdiction, savedView } from '../../../db/schema/tables.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { conflict, forbidden, notFound, requireSeen } from '../../../http/errors.ts';
import type { Context } from '../../../http/mount.ts';
import { listUnits } from '../../reference/unit.store.ts';
import { findColleagues } from '../../reference/staff.store.ts';

/** Lists the views of the caller and of their MDA by name, each with what of it is gone. */
export async function listSavedViews({ services: { db }, caller }: RequestActor): Promise<contract.SavedView[]> {
  const rows = await db.select().from(savedView).where(isReadable(caller)).orderBy(asc(savedView.name));
  return Promise.all(rows.map((row) => toView(db, row)));
}

/** Saves filters and order of a list, for the caller or for the MDA. */
export async function addSavedView(context: Context<typeof contract.createSavedView>): Promise<contract.SavedView> {
  const { services, caller, body } = context;
  const { shared, ...view } = body;
  const row = { ...view, id: crypto.randomUUID(), mdaId: mdaOf(caller), ownerId: shared ? null : caller.accountId };
  requireKeeper(caller, row);
  return services.db.transaction(async (tx) => {
    if ((await tx.$count(savedView, isBeside(row))) >= contract.savedViewsMax)
      throw conflict(contract.staffMessage.viewsFull);
    await requireFreeName(tx, row);
    await tx.insert(savedView).values(row);
    return toView(tx, await lockView(tx, caller, row.id));
  });
}

/** Renames, pins or unpins a view. */
export async function changeSavedView(context: Context<typeof contract.updateSavedView>): Promise<contract.SavedView> {
  const { services, caller, params, body } = context;
  const { version, ...change } = body;
  return services.db.transaction(async (tx) => {
    const before = await lockView(tx, caller, params.id);
    requireSeen(version, await toView(tx, before));
    await requireFreeName(tx, { ...before, ...change });
    await updateVersioned(tx, savedView, before.id, change);
    return toView(tx, { ...before, ...change, version: version + 1 });
  });
}

/** Removes a view. */
export async function dropSavedView({ services, caller, params, query }: Context<typeof contract.deleteSavedView>) {
  await services.db.transaction(async (tx) => {
    const before = await lockView(tx, caller, params.id);
    requireSeen(query.version, await toView(tx, before));
    await tx.delete(savedView).where(eq(savedView.id, before.id));
  });
}

type Row = typeof savedView.$inferSelect;

function isReadable(caller: Caller) {
  return and(
    eq(savedView.mdaId, mdaOf(caller)),
    or(eq(savedView.ownerId, caller.accountId), isNull(savedView.ownerId)),
  );
}

/** Views of the same person, or of the same MDA. */
function isBeside({ mdaId, ownerId }: Pick<Row, 'mdaId' | 'ownerId'>) {
  return and(eq(savedView.mdaId, mdaId), ownerId === null ? isNull(savedView.ownerId) : eq(savedView.ownerId, ownerId));
}

function requireKeeper({ role }: Caller, { ownerId }: Pick<Row, 'ownerId'>): void {
  if (ownerId === null && role !== 'supervisor') throw forbidden();
}

async function requireFreeName(tx: Database, row: Pick<Row, 'id' | 'mdaId' | 'ownerId' | 'name'>): Promise<void> {
  const isTaken = and(isBeside(row), eq(savedView.name, row.name), ne(savedView.id, row.id));
  if (await tx.$count(savedView, isTaken)) throw conflict(contract.staffMessage.viewTaken, 'name');
}

async function lockView(tx: Database, caller: Caller, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(savedView)
    .where(and(isReadable(caller), eq(savedView.id, id)))
    .for('update');
  if (!row) throw notFound();
  requireKeeper(caller, row);
  return row;
}

async function toView(db: Database, row: Row): Promise<contract.SavedView> {
  const shown = pick(row, ['id', 'name', 'queue', 'filter', 'sort', 'pinned', 'version']);
  return { ...shown, shared: row.ownerId === null, gone: await findGone(db, row) };
}

/** Lists the fields of a filter that name something that is gone. */
async function findGone(db: Database, { filter, mdaId }: Row): Promise<contract.SavedView['gone']> {
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  const known: Partial<Record<keyof contract.Filter, () => Promise<string[]>>> = {
    category: async () => idsOf(await db.select({ id: category.id }).from(category).where(eq(category.active, true))),
    jurisdiction: async () =>
      idsOf(
        await db
          .select({ id: jurisdiction.id })
          .from(jurisdiction)
          .where(and(eq(jurisdiction.mdaId, mdaId), eq(jurisdiction.active, true))),
      ),
    area: async () => idsOf(await db.select({ id: area.code }).from(area).where(eq(area.active, true))),
    unit: async () => ['none', ...idsOf((await listUnits(db, mdaId)).filter(({ active }) => active))],
    assignee: async () => {
      const people = contract.valuesOf(filter.assignee).filter((who) => who !== 'me' && who !== 'none');
      return ['me', 'none', ...idsOf(await findColleagues(db, people, mdaId))];
    },
  };
  const fields = Object.keys(filter) as (keyof contract.Filter)[];
  const checked = await Promise.all(
    fields.map(async (field) => {
      const there = await known[field]?.();
      return there && !contract.valuesOf(filter[field]).every((value) => there.includes(value)) ? [field] : [];
    }),
  );
  return checked.flat();
}
