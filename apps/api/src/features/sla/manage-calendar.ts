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

/** The days without work from today on: those of the caller's MDA and those of all; an administrator's are those of all. */
export async function listHolidays({
  services,
  caller,
}: Pick<RequestActor, 'services' | 'caller'>): Promise<Holiday[]> {
  const rows = await calendar.listHolidays(services.db, caller.mdaId, todayOf(services));
  return rows.map(({ id, day, name, mdaId }) => ({ id, day, name, everywhere: mdaId === null }));
}

/** Enters a day without work, or several in a row. */
export async function addHolidays(doing: RequestActor, given: BodyOf<typeof createHoliday>): Promise<Holiday[]> {
  const { services, caller } = doing;
  const days = daysOf(given.from, given.to || given.from, todayOf(services));
  const rows = days.map((day) => ({ id: crypto.randomUUID(), mdaId: caller.mdaId, day, name: given.name }));
  await services.db.transaction(async (tx) => {
    await store.insertHolidays(tx, rows);
    await settle(tx, doing, { change: 'added', from: given.from, days: days.length });
  });
  return listHolidays(doing);
}

/** Makes a day a working day again. */
export async function dropHoliday(doing: RequestActor, id: string): Promise<Holiday[]> {
  const { services, caller } = doing;
  await services.db.transaction(async (tx) => {
    const found = await store.findHoliday(tx, id);
    if (!found) throw notFound();
    if (found.mdaId !== caller.mdaId) throw found.mdaId === null ? forAll() : notFound();
    if (!(await store.removeHoliday(tx, id, todayOf(services)))) throw conflict(keepMessage.holidayOver);
    await settle(tx, doing, { change: 'removed', from: found.day, days: 1 });
  });
  return listHolidays(doing);
}

function forAll() {
  return conflict(keepMessage.holidayEverywhere);
}

function todayOf({ clock }: RequestActor['services']): string {
  return clock.now().toISOString().slice(0, 10);
}

const dayLength = 24 * 3_600_000;
/** As far ahead as days are entered. */
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

/** Into the trail; and the open complaints get their new dates. */
async function settle(
  db: Database,
  { services, request, caller }: RequestActor,
  detail: Record<string, string | number>,
) {
  await services.jobs.add(db, 'recompute-clocks', { mdaId: caller.mdaId });
  const object = { kind: 'calendar', id: caller.mdaId ?? 'all' };
  await recordAuditEvent(db, services, request, { action: 'calendar.changed', object, detail });
}
