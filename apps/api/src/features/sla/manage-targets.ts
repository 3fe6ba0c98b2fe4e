import type { OwnTarget, TargetDays, Targets } from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import type { setTarget } from '@baraza/contract/mda/mda-desk';
import { message } from '@baraza/contract/core/message';
import type { Database } from '../../db/database.ts';
import { recordDeed } from '../../audit/audit-request.ts';
import { type Doing, mdaOf } from '../../auth/session/doing.ts';
import { notFound, validation } from '../../http/errors.ts';
import { requireSeen } from '../../http/version.ts';
import { findCategory, listCategories } from '../category/category.store.ts';
import { lockTargets, putTarget, removeTarget } from './edit-targets.store.ts';
import { defaultTargets, listTargets, type TargetRow } from './target.store.ts';

/** The targets of the caller's MDA, and what holds where it has none. */
export async function showTargets({ services, caller }: Pick<Doing, 'services' | 'caller'>): Promise<Targets> {
  const rows = await listTargets(services.db, mdaOf(caller));
  const own = (categoryId: string | null) => {
    const row = rows.find((it) => it.categoryId === categoryId);
    return row ? toOwnTarget(row) : null;
  };
  const categories = await listCategories(services.db, 'complaint');
  return {
    defaults: defaultTargets,
    mda: own(null),
    categories: categories.map((category) => ({ category, own: own(category.id) })),
  };
}

/** Sets the working days for one category, or for all others. */
export async function changeTarget(doing: Doing, given: BodyOf<typeof setTarget>): Promise<Targets> {
  const { services, caller } = doing;
  const { category, acknowledge, reply, resolve, version } = given;
  await services.db.transaction(async (tx) => {
    const found = category ? await findCategory(tx, 'complaint', category) : undefined;
    if (category && !found) throw validation({ category: message.invalid });
    const categoryId = found?.id ?? null;
    await lockTargets(tx, mdaOf(caller));
    const rows = await listTargets(tx, mdaOf(caller));
    const before = rows.find((it) => it.categoryId === categoryId);
    // Where none are set, those hold that hold for all, and their version is 0.
    const general = rows.find((it) => it.categoryId === null);
    const unset = { id: '', days: general ? daysOf(general) : defaultTargets, version: 0 };
    requireSeen(version, before ? toOwnTarget(before) : unset);
    await putTarget(tx, {
      id: crypto.randomUUID(),
      mdaId: mdaOf(caller),
      categoryId,
      acknowledgeDays: acknowledge,
      replyDays: reply,
      resolveDays: resolve,
    });
    await settle(tx, doing, { change: 'set', category: found?.name ?? null, acknowledge, reply, resolve });
  });
  return showTargets(doing);
}

/** Goes back to what holds otherwise. */
export async function dropTarget(doing: Doing, id: string, version: number): Promise<Targets> {
  await doing.services.db.transaction(async (tx) => {
    await lockTargets(tx, mdaOf(doing.caller));
    const before = (await listTargets(tx, mdaOf(doing.caller))).find((it) => it.id === id);
    if (!before) throw notFound();
    requireSeen(version, toOwnTarget(before));
    await removeTarget(tx, id);
    await settle(tx, doing, { change: 'removed' });
  });
  return showTargets(doing);
}

function toOwnTarget(row: TargetRow): OwnTarget {
  return { id: row.id, days: daysOf(row), version: row.version };
}

function daysOf({ acknowledgeDays, replyDays, resolveDays }: TargetRow): TargetDays {
  return { acknowledge: acknowledgeDays, reply: replyDays, resolve: resolveDays };
}

/** Into the trail; and the open complaints get their new dates. */
async function settle(db: Database, doing: Doing, detail: Record<string, string | number | null>) {
  const { services, request, caller } = doing;
  await services.jobs.add(db, 'recompute-clocks', { mdaId: mdaOf(caller) });
  const object = { kind: 'target', id: mdaOf(caller) };
  await recordDeed(db, services, request, { action: 'target.changed', object, detail });
}
