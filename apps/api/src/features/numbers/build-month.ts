import type { AgencyNumbers, MonthCounts, MonthNumbers } from '@baraza/contract/numbers/numbers';
import { compareInFunnel, comparedMin } from '@baraza/contract/numbers/funnel';
import {
  leavesOpen,
  openRange,
  openRangeOfPart,
  type Range,
  roundCount,
  roundPart,
} from '@baraza/contract/numbers/round-counts';
import type { CustodyCounts } from './custody.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What one custody counts, and for whom. */
export interface CountedCustody extends CustodyCounts {
  readonly mdaId: string;
  readonly categoryId: string;
}

/** What a month's numbers are built from. Each MDA and category is in them, so that absence tells nothing. */
export interface MonthSource {
  readonly month: string;
  readonly publishedAt: Date;
  readonly mdas: readonly Named[];
  readonly categories: readonly Named[];
  readonly custodies: readonly CountedCustody[];
}

/** Builds the numbers of a month. Beside rounded counts only medians and percents of true counts leave it. */
export function buildMonth({ month, publishedAt, mdas, categories, custodies }: MonthSource): MonthNumbers {
  const shares = shareByCategory(categories, custodies);
  const holdings = mdas
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map((mda) => ({ ...mda, own: custodies.filter(({ mdaId }) => mdaId === mda.id) }));
  const agencies = holdings.map(({ id, name, own }): AgencyNumbers => {
    const due = own.filter((custody) => custody.due);
    const counts = roundAll(own);
    const expected = due.reduce((sum, { categoryId }) => sum + (shares.get(categoryId) ?? 0), 0) / due.length;
    // Nobody is compared with themselves, and the percent of few others would tell exact counts.
    const kinds = new Set(due.map(({ categoryId }) => categoryId));
    const others = custodies.filter((it) => it.due && it.mdaId !== id && kinds.has(it.categoryId)).length;
    return {
      name,
      ...counts,
      days: medianDays(own),
      expected: Math.min(counts.due, others) < comparedMin ? null : Math.round(expected * 100),
      group: null,
      categories: categoriesOf(due, categories),
      answers: answersOf(own, counts.resolved),
    };
  });
  return {
    month,
    publishedAt: publishedAt.toISOString(),
    ...compare(agencies),
    total: totals(
      custodies,
      holdings.map(({ own }) => own),
    ),
  };
}

function roundAll(custodies: readonly CustodyCounts[]): MonthCounts {
  const of = (measure: keyof MonthCounts) => custodies.filter((custody) => custody[measure]).length;
  const due = roundCount(of('due'));
  return {
    received: roundCount(of('received')),
    due,
    kept: roundPart(of('kept'), mostKept(custodies, due)),
    reopened: roundCount(of('reopened')),
    resolved: roundCount(of('resolved')),
  };
}

/** The most that can have been kept, for somebody who counted each resolution in the list of MDAs. */
function mostKept(custodies: readonly CustodyCounts[], due: number): number {
  return Math.min(custodies.filter(({ resolved }) => resolved).length, openRange(due)[1]);
}

/** What citizens said of the resolved; null where somebody who knows how many these were could tell a count. */
function answersOf(custodies: readonly CustodyCounts[], resolved: number): AgencyNumbers['answers'] {
  const count = (said: 'yes' | 'no') => roundCount(custodies.filter(({ answer }) => answer === said).length);
  const [yes, no] = [count('yes'), count('no')];
  // Of fewer, that nothing is published would tell too much. As many as the least answered at most.
  const isOpen = resolved >= comparedMin && leavesOpen([yes, no].map(openRange), [0, openRange(resolved)[0]]);
  return isOpen ? { yes, no } : null;
}

/** Share that all agencies together resolved in time, from 0 to 1, by category id. */
function shareByCategory(categories: readonly Named[], custodies: readonly CountedCustody[]): Map<string, number> {
  return new Map(
    categories.map(({ id }) => {
      const due = custodies.filter((custody) => custody.due && custody.categoryId === id);
      return [id, due.filter(({ kept }) => kept).length / due.length];
    }),
  );
}

/** The counts by category; none where somebody who knows their exact sum could tell one of them. */
function categoriesOf(due: readonly CountedCustody[], categories: readonly Named[]): AgencyNumbers['categories'] {
  const rows = categories.map(({ id, name }) => ({
    name,
    due: roundCount(due.filter(({ categoryId }) => categoryId === id).length),
  }));
  const ranges = rows.map((row) => openRange(row.due));
  return leavesOpen(ranges, [due.length, due.length]) ? rows : [];
}

function medianDays(custodies: readonly CustodyCounts[]): number | null {
  const days = custodies.flatMap((custody) => custody.days ?? []).toSorted((a, b) => a - b);
  const median = days[Math.floor(days.length / 2)];
  return median === undefined || roundCount(days.length) < comparedMin ? null : Math.round(median);
}

/** Puts agencies with enough cases into their groups, by published figures alone. */
function compare(agencies: readonly AgencyNumbers[]): Pick<MonthNumbers, 'agencies' | 'funnel'> {
  const compared = agencies.filter(({ expected }) => expected !== null);
  if (compared.length < 2) return { agencies: [...agencies], funnel: null };
  const points = compared.map(({ due, kept, expected }) => ({
    cases: due,
    met: kept,
    expected: (expected ?? 0) / 100,
  }));
  const { funnel, groups } = compareInFunnel(points);
  const groupOf = (agency: AgencyNumbers) => groups[compared.indexOf(agency)] ?? null;
  return { agencies: agencies.map((agency) => ({ ...agency, group: groupOf(agency) })), funnel };
}

/** Rounds each total from its own true value; none where it would narrow an agency’s count down. */
function totals(all: readonly CustodyCounts[], holdings: readonly (readonly CustodyCounts[])[]): MonthNumbers['total'] {
  const sum = roundAll(all);
  const totalOf = (measure: keyof MonthCounts, rangeOf: (custodies: readonly CustodyCounts[]) => Range) =>
    leavesOpen(holdings.map(rangeOf), rangeOf(all)) ? sum[measure] : null;
  const countOf = (measure: Exclude<keyof MonthCounts, 'kept'>) =>
    totalOf(measure, (custodies) => openRange(roundAll(custodies)[measure]));
  const due = countOf('due');
  const kept = totalOf('kept', (custodies) => {
    const counts = roundAll(custodies);
    return openRangeOfPart(counts.kept, mostKept(custodies, counts.due));
  });
  return {
    received: countOf('received'),
    due,
    // Its range is known only beside that of what was due.
    kept: due === null ? null : kept,
    reopened: countOf('reopened'),
    resolved: countOf('resolved'),
  };
}
