import type { Holiday } from '@baraza/contract';
import type { BodyOf } from '@baraza/contract/core/endpoint';
import { type createHoliday, holidaySpanMax } from '@baraza/contract/mda/mda-desk';
import { message } from '@baraza/contract/core/message';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import type { Database } from '../../db/database.ts';
import { recordAuditEvent } from '../../audit/audit-event.ts';
import type { RequestActor } from '../../auth/session/request-actor.ts';
import { conflict, notFound, validation } from '../../http/errors.ts';
import * as calendar from './calendar.store.ts';
import * as store from './edit-calendar.store.ts';

/** Lists holidays from today on: the caller's MDA's and the general ones; for administrators the general ones. */
export async function listHolidays({
  services,
  caller,
}: Pick<RequestActor, 'services' | 'caller'>): Promise<Holiday[]> {
  const rows = await calendar.listHolidays(services.db, caller.mdaId, todayOf(services));
  return rows.map(({ id, day, name, mdaId }) => ({ id, day, name, everywhere: mdaId === null }));
}

/** Adds one or more consecutive holidays. */
export async function addHolidays(actor: RequestActor, fields: BodyOf<typeof createHoliday>): Promise<Holiday[]> {
  const { services, caller } = actor;
  const days = daysOf(fields.from, fields.to || fields.from, todayOf(services));
  const rows = days.map((day) => ({ id: crypto.randomUUID(), mdaId: caller.mdaId, day, name: fields.name }));
  await services.db.transaction(async (tx) => {
    await store.insertHolidays(tx, rows);
    await settle(tx, actor, { change: 'added', from: fields.from, days: days.length });
  });
  return listHolidays(actor);
}

/** Removes a holiday that is still to come. */
export async function dropHoliday(actor: RequestActor, id: string): Promise<Holiday[]> {
  const { services, caller } = actor;
  await services.db.transaction(async (tx) => {
    const holiday = await store.findHoliday(tx, id);
    if (!holiday) throw notFound();
    if (holiday.mdaId !== caller.mdaId) throw holiday.mdaId === null ? forAll() : notFound();
    if (!(await store.removeHoliday(tx, id, todayOf(services)))) throw conflict(keepMessage.holidayOver);
    await settle(tx, actor, { change: 'removed', from: holiday.day, days: 1 });
  });
  return listHolidays(actor);
}

function forAll() {
  return conflict(keepMessage.holidayEverywhere);
}

function todayOf({ clock }: RequestActor['services']): string {
  return clock.now().toISOString().slice(0, 10);
}

const dayLength = 24 * 3_600_000;
/** How far ahead holidays may be added. */
const yearsAhead = 2;

function daysOf(from: string, to: string, today: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (from < today) throw validation({ from: keepMessage.holidayPast });
  if (first > Date.parse(today) + yearsAhead * 366 * dayLength) throw validation({ from: message.invalid });
  if (last < first) throw validation({ to: keepMessage.spanReversed });
  const count = (last - first) / dayLength + 1;
  if (count > holidaySpanMax) throw validation({ to: keepMessage.holidayMany });
  return Array.from({ length: count }, (_, index) => new Date(first + index * dayLength).toISOString().slice(0, 10));
}

/** Records the change and recomputes the open complaints. */
async function settle(
  db: Database,
  { services, request, caller }: RequestActor,
  detail: Record<string, string | number>,
) {
  await services.jobs.add(db, 'recompute-sla-timers', { mdaId: caller.mdaId });
  const object = { kind: 'calendar', id: caller.mdaId ?? 'all' };
  await recordAuditEvent(db, services, request, { action: 'calendar.changed', object, detail });
}
