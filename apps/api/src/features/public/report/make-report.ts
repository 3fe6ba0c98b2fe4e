import * as contract from '@baraza/contract';
import { asc, inArray } from 'drizzle-orm';
import { area, category, mda, unit } from '../../../db/schema/tables.ts';
import type { Database } from '../../../db/database.ts';
import { type RequestActor, mdaOf } from '../../../auth/session/request-actor.ts';
import { notFound, validation } from '../../../http/errors.ts';
import { defaultSlaTargets, findSlaTarget, listSlaTargets } from '../../reference/sla-target.store.ts';
import { addMonths } from '../../../domain/working-days.ts';
import { countBacklog, countOfficers, countReport, countTotal, perTimer, type ReportSpan } from './report.store.ts';

type ReportQuery = contract.QueryOf<typeof contract.getReport>;
type ReportActor = Pick<RequestActor, 'services' | 'caller'>;
const dayLength = 24 * 3_600_000;

/** Reads the span of a report: twelve months by default; for supervisors their own MDA. */
export async function spanOf({ services, caller }: ReportActor, { from, to, mda: requested }: ReportQuery) {
  const last = to || services.clock.now().toISOString().slice(0, 10);
  const first = from || yearBefore(last);
  if (first > last) throw validation({ to: contract.staffMessage.spanReversed });
  if (Date.parse(last) - Date.parse(first) >= contract.reportDaysMax * dayLength) {
    throw validation({ from: contract.staffMessage.reportLong });
  }
  const mdaId = caller.role === 'supervisor' ? mdaOf(caller) : requested || null;
  const [office] = mdaId === null ? [] : await named(services.db, mda, [mdaId]);
  if (mdaId !== null && !office) throw notFound();
  const span = { readerId: caller.accountId, mdaId, from: first, to: last } satisfies ReportSpan;
  return { span, mda: office ?? null };
}

/** Reports the complaints of a span and their outcomes. */
export async function makeReport(actor: ReportActor, query: ReportQuery): Promise<contract.Report> {
  const { db } = actor.services;
  const { span, mda: office } = await spanOf(actor, query);
  const now = actor.services.clock.now();
  const earlier = { ...span, from: aYearEarlier(span.from), to: aYearEarlier(span.to) };
  const [counted, totalBefore, officers] = await Promise.all([
    countReport(db, span, now),
    countTotal(db, earlier, now),
    office ? countOfficers(db, span) : [],
  ]);
  const categories = await named(db, category, [...counted.categories.keys()]);
  // The MDA's targets for categories without their own; a report on all MDAs shows the defaults.
  const targets = span.mdaId === null ? [] : await listSlaTargets(db, span.mdaId);
  return {
    from: span.from,
    to: span.to,
    mda: office,
    targets: findSlaTarget(targets, null, false)?.targets ?? defaultSlaTargets,
    total: counted.total,
    yearBefore: { from: earlier.from, to: earlier.to, total: totalBefore },
    backlog: span.mdaId === null ? null : await countBacklog(db, span.readerId, span.mdaId, now),
    months: monthsOf(span, now).map((month) => toMonth(month, counted.months.get(month))),
    categories: categories.flatMap((category) => withMeasures(category, counted.categories)),
    officers,
    units: office ? await someOf(db, unit, counted.units) : [],
    areas: await someOf(db, area, counted.areas),
    sources: contract.sources.flatMap((id) => withMeasures({ id }, counted.sources)),
  };
}

function toMonth(month: string, measures: contract.Measures | undefined): contract.ReportMonth {
  const { received = 0, resolved = 0, rejected = 0, withdrawn = 0, kept } = measures ?? {};
  const onTime = perTimer((kind) => kept?.[kind].onTime ?? null);
  return { month, received, resolved, rejected, withdrawn, onTime };
}

function withMeasures<T extends { id: string }, M>(row: T, measures: ReadonlyMap<string | null, M>) {
  const own = measures.get(row.id);
  return own ? [{ ...row, measures: own }] : [];
}

async function someOf(
  db: Database,
  table: typeof unit | typeof area,
  measured: ReadonlyMap<string | null, contract.Measures>,
) {
  const known = await named(db, table, [...measured.keys()]);
  const none = measured.get(null);
  return [
    ...known.flatMap((row) => withMeasures(row, measured)),
    ...(known.length > 0 && none ? [{ id: null, name: null, measures: none }] : []),
  ];
}

async function named(
  db: Database,
  table: typeof mda | typeof category | typeof unit | typeof area,
  keys: readonly (string | null)[],
) {
  const ids = keys.filter((key) => key !== null);
  if (ids.length === 0) return [];
  const id = 'code' in table ? table.code : table.id;
  return db.select({ id, name: table.name }).from(table).where(inArray(id, ids)).orderBy(asc(table.name));
}

/** Returns the first day of the year that ends with a day. */
function yearBefore(day: string): string {
  return addDays(aYearEarlier(day), 1);
}

/** Returns the same day of the year before; of 29 February the day before. */
function aYearEarlier(day: string): string {
  const [year, ...rest] = day.split('-');
  const earlier = `${String(Number(year) - 1).padStart(4, '0')}-${rest.join('-')}`;
  return earlier.replace('02-29', '02-28');
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

/** Lists the months of a span without future ones; a future span keeps its first. */
function monthsOf({ from, to }: ReportSpan, now: Date): string[] {
  const [last, present] = [to.slice(0, 7), now.toISOString().slice(0, 7)];
  const end = last < present ? last : present;
  const months = [from.slice(0, 7)];
  for (let month = addMonths(from.slice(0, 7), 1); month <= end; month = addMonths(month, 1)) months.push(month);
  return months;
}
