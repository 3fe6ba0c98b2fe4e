import type { TargetDays, Targets } from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/endpoint';
import type { setTarget } from '@baraza/contract/mda-desk';
import { message } from '@baraza/contract/message';
import type { Database } from '../../db/database.ts';
import { recordDeed } from '../../platform/audit-request.ts';
import { type Doing, mdaOf } from '../../platform/doing.ts';
import { notFound, validation } from '../../platform/errors.ts';
import { findCategory, listCategories } from '../category/category.store.ts';
import { putTarget, removeTarget } from './edit-targets.store.ts';
import { defaultTargets, listTargets, type TargetRow } from './target.store.ts';

/** The targets of the caller's MDA, and what holds where it has none. */
export async function showTargets({ services, caller }: Pick<Doing, 'services' | 'caller'>): Promise<Targets> {
  const rows = await listTargets(services.db, mdaOf(caller));
  const own = (categoryId: string | null) => {
    const row = rows.find((it) => it.categoryId === categoryId);
    return row ? { id: row.id, days: daysOf(row) } : null;
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
  const { category, acknowledge, reply, resolve } = given;
  await services.db.transaction(async (tx) => {
    const found = category ? await findCategory(tx, 'complaint', category) : undefined;
    if (category && !found) throw validation({ category: message.invalid });
    await putTarget(tx, {
      id: crypto.randomUUID(),
      mdaId: mdaOf(caller),
      categoryId: found?.id ?? null,
      acknowledgeDays: acknowledge,
      replyDays: reply,
      resolveDays: resolve,
    });
    await settle(tx, doing, { change: 'set', category: found?.name ?? null, acknowledge, reply, resolve });
  });
  return showTargets(doing);
}

/** Goes back to what holds otherwise. */
export async function dropTarget(doing: Doing, id: string): Promise<Targets> {
  await doing.services.db.transaction(async (tx) => {
    if (!(await removeTarget(tx, mdaOf(doing.caller), id))) throw notFound();
    await settle(tx, doing, { change: 'removed' });
  });
  return showTargets(doing);
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
