import type { OwnSlaTarget, SlaTargetDays, Targets } from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import type { setSlaTarget } from '@baraza/contract/mda/mda-desk';
import { message } from '@baraza/contract/core/message';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import { type RequestActor, mdaOf } from '../../auth/session/request-actor.ts';
import { notFound, validation } from '../../http/errors.ts';
import { requireSeen } from '../../http/version.ts';
import { findCategory, listCategories } from '../category/category.store.ts';
import { lockSlaTargets, putSlaTarget, removeSlaTarget } from './edit-sla-targets.store.ts';
import { defaultSlaTargets, listSlaTargets, type SlaTargetRow } from './sla-target.store.ts';

/** The targets of the caller's MDA, and what holds where it has none. */
export async function showSlaTargets({
  services,
  caller,
}: Pick<RequestActor, 'services' | 'caller'>): Promise<Targets> {
  const rows = await listSlaTargets(services.db, mdaOf(caller));
  const own = (categoryId: string | null) => {
    const row = rows.find((it) => it.categoryId === categoryId);
    return row ? toOwnSlaTarget(row) : null;
  };
  const categories = await listCategories(services.db, 'complaint');
  return {
    defaults: defaultSlaTargets,
    mda: own(null),
    categories: categories.map((category) => ({ category, own: own(category.id) })),
  };
}

/** Sets the working days for one category, or for all others. */
export async function changeSlaTarget(doing: RequestActor, given: BodyOf<typeof setSlaTarget>): Promise<Targets> {
  const { services, caller } = doing;
  const { category, acknowledge, reply, resolve, version } = given;
  await services.db.transaction(async (tx) => {
    const found = category ? await findCategory(tx, 'complaint', category) : undefined;
    if (category && !found) throw validation({ category: message.invalid });
    const categoryId = found?.id ?? null;
    await lockSlaTargets(tx, mdaOf(caller));
    const rows = await listSlaTargets(tx, mdaOf(caller));
    const before = rows.find((it) => it.categoryId === categoryId);
    // Where none are set, those hold that hold for all, and their version is 0.
    const general = rows.find((it) => it.categoryId === null);
    const unset = { id: '', days: general ? daysOf(general) : defaultSlaTargets, version: 0 };
    requireSeen(version, before ? toOwnSlaTarget(before) : unset);
    await putSlaTarget(tx, {
      id: crypto.randomUUID(),
      mdaId: mdaOf(caller),
      categoryId,
      acknowledgeDays: acknowledge,
      replyDays: reply,
      resolveDays: resolve,
    });
    await settle(tx, doing, { change: 'set', category: found?.name ?? null, acknowledge, reply, resolve });
  });
  return showSlaTargets(doing);
}

/** Goes back to what holds otherwise. */
export async function dropSlaTarget(doing: RequestActor, id: string, version: number): Promise<Targets> {
  await doing.services.db.transaction(async (tx) => {
    await lockSlaTargets(tx, mdaOf(doing.caller));
    const before = (await listSlaTargets(tx, mdaOf(doing.caller))).find((it) => it.id === id);
    if (!before) throw notFound();
    requireSeen(version, toOwnSlaTarget(before));
    await removeSlaTarget(tx, id);
    await settle(tx, doing, { change: 'removed' });
  });
  return showSlaTargets(doing);
}

function toOwnSlaTarget(row: SlaTargetRow): OwnSlaTarget {
  return { id: row.id, days: daysOf(row), version: row.version };
}

function daysOf({ acknowledgeDays, replyDays, resolveDays }: SlaTargetRow): SlaTargetDays {
  return { acknowledge: acknowledgeDays, reply: replyDays, resolve: resolveDays };
}

/** Into the trail; and the open complaints get their new dates. */
async function settle(db: Database, doing: RequestActor, detail: Record<string, string | number | null>) {
  const { services, request, caller } = doing;
  await services.jobs.add(db, 'recompute-clocks', { mdaId: mdaOf(caller) });
  const object = { kind: 'target', id: mdaOf(caller) };
  await recordAuditEvent(db, services, request, { action: 'target.changed', object, detail });
}
