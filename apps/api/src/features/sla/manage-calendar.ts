import * as contract from '@baraza/contract';
import { and, eq, gte } from 'drizzle-orm';
import { recordAuditEvent } from '../../audit/audit.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import type { Database } from '../../db/database.ts';
import { holiday } from '../../db/schema/tables.ts';
import { conflict, notFound, validation } from '../../http/errors.ts';
import type { Context } from '../../http/mount.ts';
import * as calendar from './calendar.store.ts';

/** Lists holidays from today on: the caller's MDA's and the general ones; for administrators the general ones. */
export async function listHolidays({ services, caller }: RequestActor): Promise<contract.Holiday[]> {
  const rows = await calendar.listHolidays(services.db, caller.mdaId, todayOf(services));
  return rows.map(({ id, day, name, mdaId }) => ({ id, day, name, everywhere: mdaId === null }));
}

/** Adds one or more consecutive holidays. */
export async function addHolidays(context: Context<typeof contract.createHoliday>): Promise<contract.Holiday[]> {
  const { services, caller, body } = context;
  const days = daysOf(body.from, body.to || body.from, todayOf(services));
  const rows = days.map((day) => ({ id: crypto.randomUUID(), mdaId: caller.mdaId, day, name: body.name }));
  await services.db.transaction(async (tx) => {
    await calendar.insertHolidays(tx, rows);
    await settle(tx, context, { change: 'added', from: body.from, days: days.length });
  });
  return listHolidays(context);
}

/** Removes a holiday that is still to come. */
export async function dropHoliday(context: Context<typeof contract.deleteHoliday>): Promise<contract.Holiday[]> {
  const { services, caller, params } = context;
  await services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(holiday).where(eq(holiday.id, params.id));
    if (!row) throw notFound();
    if (row.mdaId !== caller.mdaId)
      throw row.mdaId === null ? conflict(contract.staffMessage.holidayEverywhere) : notFound();
    const toCome = and(eq(holiday.id, params.id), gte(holiday.day, todayOf(services)));
    const gone = await tx.delete(holiday).where(toCome).returning({ id: holiday.id });
    if (gone.length === 0) throw conflict(contract.staffMessage.holidayOver);
    await settle(tx, context, { change: 'removed', from: row.day, days: 1 });
  });
  return listHolidays(context);
}

function todayOf({ clock }: RequestActor['services']): string {
  return clock.now().toISOString().slice(0, 10);
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
