import type { QueryOf } from '@baraza/contract/core/endpoint';
import { type getReport, type Report, reportDaysMax } from '@baraza/contract/mda/report';
import { asc, inArray } from 'drizzle-orm';
import { keepMessage } from '@baraza/contract/mda/keep-message';
import { account, category, mda } from '../../db/schema/tables.ts';
import type { Database } from '../../db/database.ts';
import { type RequestActor, mdaOf } from '../../auth/session/request-actor.ts';
import { notFound, validation } from '../../http/errors.ts';
import { countReport, type Counted, type ReportSpan } from './report.store.ts';

type Asked = QueryOf<typeof getReport>;
type Asking = Pick<RequestActor, 'services' | 'caller'>;
const dayLength = 24 * 3_600_000;

/**
 * What is asked for, as the caller may: a supervisor reports on the own MDA whatever the address says. Without days it is the
 * last twelve months.
 */
export async function spanOf({ services, caller }: Asking, { from, to, mda: asked }: Asked) {
  const last = to || services.clock.now().toISOString().slice(0, 10);
  const first = from || yearBefore(last);
  if (first > last) throw validation({ to: keepMessage.spanReversed });
  if (Date.parse(last) - Date.parse(first) >= reportDaysMax * dayLength) {
    throw validation({ from: keepMessage.reportLong });
  }
  const mdaId = caller.role === 'supervisor' ? mdaOf(caller) : asked || null;
  const [found] = mdaId === null ? [] : await named(services.db, mda, [mdaId]);
  if (mdaId !== null && !found) throw notFound();
  const span = { readerId: caller.accountId, mdaId, from: first, to: last } satisfies ReportSpan;
  return { span, mda: found ?? null };
}

/** Counts what came in during a span, and what became of it. */
export async function makeReport(asking: Asking, asked: Asked): Promise<Report> {
  const { db } = asking.services;
  const { span, mda: office } = await spanOf(asking, asked);
  const counted = await countReport(db, span);
  const categories = await named(db, category, [...counted.categories.keys()]);
  return {
    from: span.from,
    to: span.to,
    mda: office,
    total: counted.total,
    months: monthsOf(span, asking.services.clock.now()).map((month) => ({
      month,
      ...(counted.months.get(month) ?? none),
    })),
    categories: categories.flatMap((it) => withMeasures(it, counted.categories)),
    officers: office ? await officersOf(db, counted) : [],
  };
}

const none = { received: 0, resolved: 0, rejected: 0, withdrawn: 0 };

function withMeasures<T extends { id: string }, M>(it: T, measures: ReadonlyMap<string | null, M>) {
  const found = measures.get(it.id);
  return found ? [{ ...it, measures: found }] : [];
}

/** By name; what is assigned to nobody comes last. */
async function officersOf(db: Database, { officers }: Counted): Promise<Report['officers']> {
  const ids = [...officers.keys()].filter((id) => id !== null);
  const people = await db
    .select()
    .from(account)
    .where(inArray(account.id, ids))
    .orderBy(asc(account.lastName), asc(account.firstName), asc(account.id));
  const nobody = officers.get(null);
  return [
    ...people.flatMap(({ id, firstName, lastName }) =>
      withMeasures({ id, name: `${firstName} ${lastName}` }, officers),
    ),
    ...(nobody ? [{ id: null, name: null, measures: nobody }] : []),
  ];
}

async function named(db: Database, table: typeof mda | typeof category, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, ids))
    .orderBy(asc(table.name));
}

/** The day after the same day of the year before: twelve months, both days included. */
function yearBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Every month that the span touches. Those still to come are left out, but for the first of a span that lies ahead. */
function monthsOf({ from, to }: ReportSpan, now: Date): string[] {
  const [last, present] = [to.slice(0, 7), now.toISOString().slice(0, 7)];
  const end = last < present ? last : present;
  const [months, date] = [[from.slice(0, 7)], new Date(`${from.slice(0, 7)}-01T00:00:00Z`)];
  for (;;) {
    date.setUTCMonth(date.getUTCMonth() + 1);
    const month = date.toISOString().slice(0, 7);
    if (month > end) return months;
    months.push(month);
  }
}
