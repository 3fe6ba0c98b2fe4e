import * as contract from '@baraza/contract';
import { and, eq, gte, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { recordAuditEvent } from '../../../audit/audit.ts';
import { mdaOf, type RequestActor } from '../../../auth/session/request-actor.ts';
import type { Database } from '../../../db/database.ts';
import { pick } from '../../../db/pick.ts';
import { updateVersioned } from '../../../db/update-versioned.ts';
import { holiday, mda, slaTarget } from '../../../db/schema/tables.ts';
import { conflict, notFound, requireSeen, validation } from '../../../http/errors.ts';
import { type Context, mount } from '../../../http/mount.ts';
import type { Services } from '../../../services.ts';
import { findCategory, listCategories } from '../../reference/category.store.ts';
import * as store from '../../reference/sla-target.store.ts';
import { todayOf } from '../../reference/today.ts';

/** Mounts the calls for holidays and SLA targets. */
export function slaDeskRoutes(app: FastifyInstance, all: Services): void {
  mount(app, all, contract.listHolidays, listHolidays);
  mount(app, all, contract.createHoliday, addHolidays);
  mount(app, all, contract.deleteHoliday, dropHoliday);
  mount(app, all, contract.getWeekend, showWeekend);
  mount(app, all, contract.setWeekend, changeWeekend);

  mount(app, all, contract.listSlaTargets, showSlaTargets);
  mount(app, all, contract.setSlaTarget, changeSlaTarget);
  mount(app, all, contract.deleteSlaTarget, dropSlaTarget);
}

/** Lists holidays from today on: the general ones and those of the caller's MDA. */
async function listHolidays({ services, caller }: RequestActor): Promise<contract.Holiday[]> {
  const rows = await store.listHolidays(services.db, caller.mdaId, todayOf(services).day);
  return rows.map(({ id, day, name, mdaId }) => ({ id, day, name, everywhere: mdaId === null }));
}

async function addHolidays(context: Context<typeof contract.createHoliday>): Promise<contract.Holiday[]> {
  const { services, caller, body } = context;
  const days = daysOf(body.from, body.to || body.from, todayOf(services).day);
  const rows = days.map((day) => ({ id: crypto.randomUUID(), mdaId: caller.mdaId, day, name: body.name }));
  await services.db.transaction(async (tx) => {
    await store.insertHolidays(tx, rows);
    await settle(tx, context, { change: 'added', from: body.from, days: days.length });
  });
  return listHolidays(context);
}

async function dropHoliday(context: Context<typeof contract.deleteHoliday>): Promise<contract.Holiday[]> {
  const { services, caller, params } = context;
  await services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(holiday).where(eq(holiday.id, params.id));
    if (!row) throw notFound();
    if (row.mdaId !== caller.mdaId)
      throw row.mdaId === null ? conflict(contract.staffMessage.holidayEverywhere) : notFound();
    const toCome = and(eq(holiday.id, params.id), gte(holiday.day, todayOf(services).day));
    const gone = await tx.delete(holiday).where(toCome).returning({ id: holiday.id });
    if (gone.length === 0) throw conflict(contract.staffMessage.doneMeanwhile);
    await settle(tx, context, { change: 'removed', from: row.day, days: 1 });
  });
  return listHolidays(context);
}

async function showWeekend({ services: { db, settings }, caller }: RequestActor): Promise<contract.OwnWeekend> {
  const { weekend, version } = mda;
  const [own] = await db
    .select({ weekend, version })
    .from(mda)
    .where(eq(mda.id, mdaOf(caller)));
  if (!own) throw notFound();
  return { ...own, usual: settings.weekend };
}

async function changeWeekend(context: Context<typeof contract.setWeekend>): Promise<contract.OwnWeekend> {
  const { services, caller, body } = context;
  const mdaId = mdaOf(caller);
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
    requireSeen(body.version, await showWeekend({ ...context, services: { ...services, db: tx } }));
    await updateVersioned(tx, mda, mdaId, { weekend: body.weekend });
    await settle(tx, context, { change: 'weekend', weekend: body.weekend ?? services.settings.weekend });
  });
  return showWeekend(context);
}

const dayLength = 24 * 3_600_000;
const yearsAhead = 2;

function daysOf(from: string, to: string, today: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (from < today) throw validation({ from: contract.staffMessage.holidayPast });
  if (first > Date.parse(today) + yearsAhead * 366 * dayLength) throw validation({ from: contract.message.invalid });
  if (last < first) throw validation({ to: contract.staffMessage.spanReversed });
  const count = (last - first) / dayLength + 1;
  if (count > contract.holidaySpanMax) throw validation({ to: contract.staffMessage.holidayMany });
  return Array.from({ length: count }, (_, index) => new Date(first + index * dayLength).toISOString().slice(0, 10));
}

async function settle(
  db: Database,
  { services, request, caller }: RequestActor,
  detail: Record<string, string | number>,
) {
  await services.jobs.add(db, 'recompute-sla-timers', { mdaId: caller.mdaId });
  const object = { kind: 'calendar', id: caller.mdaId ?? 'all' };
  await recordAuditEvent(db, services, request, { action: 'calendar.changed', object, detail });
}

async function showSlaTargets({ services, caller }: RequestActor): Promise<contract.Targets> {
  const rows = await store.listSlaTargets(services.db, mdaOf(caller));
  const own = (categoryId: string | null, isEmergency = false) => {
    const target = store.findSlaTarget(rows, categoryId, isEmergency);
    return target ? pick(target, ['id', 'targets', 'version']) : null;
  };
  const categories = await listCategories(services.db, 'complaint');
  return {
    defaults: store.defaultSlaTargets,
    mda: own(null),
    categories: categories.map((category) => ({ category, own: own(category.id) })),
    emergency: { defaults: store.defaultEmergencyTargets, own: own(null, true) },
  };
}

async function changeSlaTarget(context: Context<typeof contract.setSlaTarget>): Promise<contract.Targets> {
  const { acknowledge, reply, resolve, version, emergency: isEmergency = false } = context.body;
  const targets = { acknowledge, reply, resolve };
  return withTargetsLocked(context, async (tx, rows, mdaId) => {
    const category = context.body.category ? await findCategory(tx, 'complaint', context.body.category) : undefined;
    if (context.body.category && !category) throw validation({ category: contract.message.invalid });
    const categoryId = category?.id ?? null;
    const own = store.findSlaTarget(rows, categoryId, isEmergency);
    // Unset targets have the version 0 and the values in force.
    const general = isEmergency ? undefined : store.findSlaTarget(rows, null, false);
    const usual = isEmergency ? store.defaultEmergencyTargets : store.defaultSlaTargets;
    const unset: Pick<store.SlaTargetRow, 'targets' | 'version'> = { targets: general?.targets ?? usual, version: 0 };
    requireSeen(version, own ?? unset);
    await store.putSlaTarget(tx, { id: crypto.randomUUID(), mdaId, categoryId, isEmergency, ...targets });
    return { change: 'set', category: category?.name ?? null, ...(isEmergency && { emergency: 'hours' }), ...targets };
  });
}

async function dropSlaTarget(context: Context<typeof contract.deleteSlaTarget>): Promise<contract.Targets> {
  return withTargetsLocked(context, async (tx, rows) => {
    const before = rows.find(({ id }) => id === context.params.id);
    if (!before) throw notFound();
    requireSeen(context.query.version, before);
    await tx.delete(slaTarget).where(eq(slaTarget.id, before.id));
    return { change: 'removed' };
  });
}

/** Applies one change at a time, records it, and recomputes the open complaints; returns all targets afterwards. */
async function withTargetsLocked(
  actor: RequestActor,
  change: (tx: Database, rows: store.SlaTargetRow[], mdaId: string) => Promise<Record<string, string | number | null>>,
): Promise<contract.Targets> {
  const { services, request, caller } = actor;
  const mdaId = mdaOf(caller);
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`select from ${mda} where ${mda.id} = ${mdaId} for no key update`);
    const detail = await change(tx, await store.listSlaTargets(tx, mdaId), mdaId);
    await services.jobs.add(tx, 'recompute-sla-timers', { mdaId });
    const object = { kind: 'target', id: mdaId };
    await recordAuditEvent(tx, services, request, { action: 'target.changed', object, detail });
  });
  return showSlaTargets(actor);
}
