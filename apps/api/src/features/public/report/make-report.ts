import * as contract from '@baraza/contract';
import { asc, inArray } from 'drizzle-orm';
import { account, category, mda, unit } from '../../../db/schema/tables.ts';
import type { Database } from '../../../db/database.ts';
import { type RequestActor, mdaOf } from '../../../auth/session/request-actor.ts';
import { notFound, validation } from '../../../http/errors.ts';
import { defaultSlaTargets, findSlaTarget, listSlaTargets } from '../../reference/sla-target.store.ts';
import { shownName } from '../../../domain/person-name.ts';
import { addMonths } from '../../../domain/working-days.ts';
import { countBacklog, countReport, perTimer, type ReportSpan } from './report.store.ts';

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
  const counted = await countReport(db, span, now);
  const categories = await named(db, category, [...counted.categories.keys()]);
  // The MDA's targets for categories without their own; a report on all MDAs shows the defaults.
  const targets = span.mdaId === null ? [] : await listSlaTargets(db, span.mdaId);
  return {
    from: span.from,
    to: span.to,
    mda: office,
    targets: findSlaTarget(targets, null, false)?.targets ?? defaultSlaTargets,
    total: counted.total,
    backlog: span.mdaId === null ? null : await countBacklog(db, span.readerId, span.mdaId, now),
    months: monthsOf(span, now).map((month) => toMonth(month, counted.months.get(month))),
    categories: categories.flatMap((category) => withMeasures(category, counted.categories)),
    officers: office ? await officersOf(db, counted.officers) : [],
    units: office ? await unitsOf(db, counted.units) : [],
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

async function officersOf(db: Database, officers: ReadonlyMap<string | null, contract.Measures>) {
  const ids = [...officers.keys()].filter((id) => id !== null);
  const people = await db
    .select()
    .from(account)
    .where(inArray(account.id, ids))
    .orderBy(asc(account.lastName), asc(account.firstName), asc(account.id));
  const nobody = officers.get(null);
  return [
    ...people.flatMap(({ id, ...person }) => withMeasures({ id, name: shownName(person) }, officers)),
    ...(nobody ? [{ id: null, name: null, measures: nobody }] : []),
  ];
}

async function unitsOf(db: Database, units: ReadonlyMap<string | null, contract.Measures>) {
  const known = await named(
    db,
    unit,
    [...units.keys()].filter((id) => id !== null),
  );
  const none = units.get(null);
  return [
    ...known.flatMap((row) => withMeasures(row, units)),
    ...(known.length > 0 && none ? [{ id: null, name: null, measures: none }] : []),
  ];
}

async function named(db: Database, table: typeof mda | typeof category | typeof unit, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, ids))
    .orderBy(asc(table.name));
}

function yearBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** Lists the months of a span without future ones; a future span keeps its first. */
function monthsOf({ from, to }: ReportSpan, now: Date): string[] {
  const [last, present] = [to.slice(0, 7), now.toISOString().slice(0, 7)];
  const end = last < present ? last : present;
  const months = [from.slice(0, 7)];
  for (let month = addMonths(from.slice(0, 7), 1); month <= end; month = addMonths(month, 1)) months.push(month);
  return months;
}
