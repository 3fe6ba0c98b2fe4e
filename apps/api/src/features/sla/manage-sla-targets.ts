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

/** Shows the targets of the caller's MDA and the defaults. */
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

/** Sets the targets for one category; without one, for all others. */
export async function changeSlaTarget(actor: RequestActor, fields: BodyOf<typeof setSlaTarget>): Promise<Targets> {
  const { services, caller } = actor;
  const { category, acknowledge, reply, resolve, version } = fields;
  await services.db.transaction(async (tx) => {
    const foundCategory = category ? await findCategory(tx, 'complaint', category) : undefined;
    if (category && !foundCategory) throw validation({ category: message.invalid });
    const categoryId = foundCategory?.id ?? null;
    await lockSlaTargets(tx, mdaOf(caller));
    const rows = await listSlaTargets(tx, mdaOf(caller));
    const before = rows.find((it) => it.categoryId === categoryId);
    // An unset category has the general targets and version 0.
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
    await settle(tx, actor, { change: 'set', category: foundCategory?.name ?? null, acknowledge, reply, resolve });
  });
  return showSlaTargets(actor);
}

/** Removes a target, so that the more general one applies. */
export async function dropSlaTarget(actor: RequestActor, id: string, version: number): Promise<Targets> {
  await actor.services.db.transaction(async (tx) => {
    await lockSlaTargets(tx, mdaOf(actor.caller));
    const before = (await listSlaTargets(tx, mdaOf(actor.caller))).find((it) => it.id === id);
    if (!before) throw notFound();
    requireSeen(version, toOwnSlaTarget(before));
    await removeSlaTarget(tx, id);
    await settle(tx, actor, { change: 'removed' });
  });
  return showSlaTargets(actor);
}

function toOwnSlaTarget(row: SlaTargetRow): OwnSlaTarget {
  return { id: row.id, days: daysOf(row), version: row.version };
}

function daysOf({ acknowledgeDays, replyDays, resolveDays }: SlaTargetRow): SlaTargetDays {
  return { acknowledge: acknowledgeDays, reply: replyDays, resolve: resolveDays };
}

/** Records the change and recomputes the open complaints. */
async function settle(db: Database, actor: RequestActor, detail: Record<string, string | number | null>) {
  const { services, request, caller } = actor;
  await services.jobs.add(db, 'recompute-sla-timers', { mdaId: mdaOf(caller) });
  const object = { kind: 'target', id: mdaOf(caller) };
  await recordAuditEvent(db, services, request, { action: 'target.changed', object, detail });
}
