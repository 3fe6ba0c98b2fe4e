import { type OwnSlaTarget, type Targets, message, type deleteSlaTarget, type setSlaTarget } from '@baraza/contract';
import { eq, sql } from 'drizzle-orm';
import { recordAuditEvent } from '../../audit/audit.ts';
import { mdaOf, type RequestActor } from '../../auth/session/request-actor.ts';
import type { Database } from '../../db/database.ts';
import { mda, slaTarget } from '../../db/schema/tables.ts';
import { notFound, validation } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import { requireSeen } from '../../http/version.ts';
import { findCategory, listCategories } from '../category/category.store.ts';
import { defaultSlaTargets, listSlaTargets, putSlaTarget, type SlaTargetRow } from './sla-target.store.ts';

/** Shows the targets of the caller's MDA and the defaults. */
export async function showSlaTargets({ services, caller }: RequestActor): Promise<Targets> {
  const rows = await listSlaTargets(services.db, mdaOf(caller));
  const own = (categoryId: string | null) => {
    const row = rows.find((target) => target.categoryId === categoryId);
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
export async function changeSlaTarget(context: Context<typeof setSlaTarget>): Promise<Targets> {
  const { acknowledge, reply, resolve, version } = context.body;
  const days = { acknowledgeDays: acknowledge, replyDays: reply, resolveDays: resolve };
  return withTargetsLocked(context, async (tx, rows, mdaId) => {
    const category = context.body.category ? await findCategory(tx, 'complaint', context.body.category) : undefined;
    if (context.body.category && !category) throw validation({ category: message.invalid });
    const categoryId = category?.id ?? null;
    const before = rows.find((target) => target.categoryId === categoryId);
    // An unset category has the general targets and version 0.
    const general = rows.find((target) => target.categoryId === null);
    const unset = { id: '', days: general ? toOwnSlaTarget(general).days : defaultSlaTargets, version: 0 };
    requireSeen(version, before ? toOwnSlaTarget(before) : unset);
    await putSlaTarget(tx, { id: crypto.randomUUID(), mdaId, categoryId, ...days });
    return { change: 'set', category: category?.name ?? null, acknowledge, reply, resolve };
  });
}

/** Removes a target, so that the more general one applies. */
export async function dropSlaTarget(context: Context<typeof deleteSlaTarget>): Promise<Targets> {
  return withTargetsLocked(context, async (tx, rows) => {
    const before = rows.find((target) => target.id === context.params.id);
    if (!before) throw notFound();
    requireSeen(context.query.version, toOwnSlaTarget(before));
    await tx.delete(slaTarget).where(eq(slaTarget.id, before.id));
    return { change: 'removed' };
  });
}

/** Applies one change at a time, records it, and recomputes the open complaints; returns all targets afterwards. */
async function withTargetsLocked(
  actor: RequestActor,
  change: (tx: Database, rows: SlaTargetRow[], mdaId: string) => Promise<Record<string, string | number | null>>,
): Promise<Targets> {
  const { services, request, caller } = actor;
  const mdaId = mdaOf(caller);
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
    const detail = await change(tx, await listSlaTargets(tx, mdaId), mdaId);
    await services.jobs.add(tx, 'recompute-sla-timers', { mdaId });
    const object = { kind: 'target', id: mdaId };
    await recordAuditEvent(tx, services, request, { action: 'target.changed', object, detail });
  });
  return showSlaTargets(actor);
}

function toOwnSlaTarget({ id, acknowledgeDays, replyDays, resolveDays, version }: SlaTargetRow): OwnSlaTarget {
  return { id, days: { acknowledge: acknowledgeDays, reply: replyDays, resolve: resolveDays }, version };
}
