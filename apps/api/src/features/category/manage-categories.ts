import type { NewCategory, updateCategory } from '@baraza/contract/mda/administration';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import type { AdminCategory } from '@baraza/contract';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type * as z from 'zod/mini';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { conflict, notFound } from '../../http/errors.ts';
import { requireSeen } from '../../http/version.ts';
import * as store from './admin-category.store.ts';

/** Adds a category after the others of its kind. */
export async function addCategory(
  actor: RequestActor,
  { kind, name }: z.output<typeof NewCategory>,
): Promise<AdminCategory[]> {
  return withCategoriesLocked(actor, async (tx) => {
    const others = await store.listOfKind(tx, kind);
    if (others.some((it) => it.name === name)) throw taken();
    const [id, position] = [crypto.randomUUID(), Math.max(-1, ...others.map((it) => it.position)) + 1];
    await store.insertCategory(tx, { id, kind, name, position });
    await audit(tx, actor, id, name, 'created');
  });
}

/** Renames, moves, activates or deactivates a category; complaints filed under it keep it. */
export async function changeCategory(
  actor: RequestActor,
  id: string,
  change: BodyOf<typeof updateCategory>,
): Promise<AdminCategory[]> {
  return withCategoriesLocked(actor, async (tx) => {
    const before = await store.findAnyCategory(tx, id);
    if (!before) throw notFound();
    requireSeen(change.version, store.toAdminCategory(before));
    const all = await store.listOfKind(tx, before.kind);
    const others = all.filter((it) => it.id !== id);
    const { name = before.name, active = before.active, place } = change;
    if (others.some((it) => it.name === name)) throw taken();
    if (!active && !others.some((it) => it.active)) throw lastOne();
    await store.updateCategory(tx, id, { name, active });
    if (place !== undefined) {
      await store.orderCategories(tx, others.map((it) => it.id).toSpliced(place, 0, id));
    }
    const switched = active === before.active ? undefined : active ? 'switched on' : 'switched off';
    await audit(tx, actor, id, name, switched ?? (place === undefined ? 'changed' : 'moved'));
  });
}

/** Applies one change at a time; returns all categories afterwards. */
function withCategoriesLocked(
  { services }: RequestActor,
  change: (tx: Database) => Promise<void>,
): Promise<AdminCategory[]> {
  return services.db.transaction(async (tx) => {
    await store.lockCategories(tx);
    await change(tx);
    return store.listAllCategories(tx);
  });
}

function audit(db: Database, { services, request }: RequestActor, id: string, name: string, change: string) {
  const object = { kind: 'category', id, label: name };
  return recordAuditEvent(db, services, request, { action: 'category.changed', object, detail: { change } });
}

function taken() {
  return conflict(keepMessage.categoryTaken, { name: keepMessage.categoryTaken });
}

function lastOne() {
  return conflict(keepMessage.categoryLast);
}
