import type { Area, Named } from '@baraza/contract';
import type { AgencyNumbers, MonthCounts, MonthNumbers } from '@baraza/contract/numbers/numbers';
import { expectShares } from '@baraza/contract/numbers/expect-shares';
import { compareInFunnel, comparedMin } from '@baraza/contract/numbers/funnel';
import {
  leavesOpen,
  leavesWhole,
  openRange,
  openRangeOfPart,
  openRanges,
  type Range,
  roundCount,
  roundPart,
  underTen,
} from '@baraza/contract/numbers/round-counts';
import type { CustodyCounts } from '../../../domain/custody.ts';

/** Counts of one custody with its MDA and category. */
export interface CountedCustody extends CustodyCounts {
  readonly mdaId: string;
  readonly categoryId: string;
  /** Code of the large area it came from; null without a place. */
  readonly area: string | null;
}

/** Source of a month's numbers. Contains every MDA and category, so that absence reveals nothing. */
export interface MonthSource {
  readonly month: string;
  readonly publishedAt: Date;
  readonly mdas: readonly Named[];
  readonly categories: readonly Named[];
  /** The large areas, by name. */
  readonly areas: readonly Pick<Area, 'code' | 'name'>[];
  readonly custodies: readonly CountedCustody[];
}

/** Builds the numbers of a month from rounded counts; the only other figures are medians. */
export function buildMonth({ month, publishedAt, mdas, categories, areas, custodies }: MonthSource): MonthNumbers {
  const holdings = mdas
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ id, name }) => {
      const own = custodies.filter(({ mdaId }) => mdaId === id);
      const counts = roundAll(own);
      return { name, own, counts, mix: mixOf(own, categories) };
    });
  const expected = expectShares(
    holdings.map(({ counts, mix }) => ({ ...counts, categories: mix })),
    keptByCategory(
      categories,
      holdings.flatMap(({ own, mix }) => (mix.length > 0 ? own : [])),
    ),
  );
  const agencies = holdings.map(({ name, own, counts, mix }, at): AgencyNumbers => {
    const share = expected[at] ?? null;
    return {
      name,
      ...counts,
      days: medianDays(own),
      expected: share === null ? null : Math.round(share * 100),
      group: null,
      categories: rowsOf(mix, categories),
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
    areas: areaRows(custodies, areas),
  };
}

/** Lists what each area received, rounded to 5. What came without an area is a part of the total too. */
function areaRows(custodies: readonly CountedCustody[], areas: MonthSource['areas']): MonthNumbers['areas'] {
  const received = custodies.filter((custody) => custody.received);
  const codes = [...areas.map(({ code }) => code), null];
  const counts = codes.map((code) => received.filter(({ area }) => area === code).length);
  const rounded = roundedCounts(openRanges(counts, rangeOf(custodies, 'received')));
  return areas.flatMap(({ code, name }, at) => (rounded.length > 0 ? [{ code, name, received: rounded[at]! }] : []));
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

/** Returns the upper bound of kept for a reader who counted all resolutions. */
function mostKept(custodies: readonly CustodyCounts[], due: number): number {
  return Math.min(custodies.filter(({ resolved }) => resolved).length, openRange(due)[1]);
}

/** Counts the answers on resolutions; null where somebody who knows the number of resolutions could infer a count. */
function answersOf(custodies: readonly CustodyCounts[], resolved: number): AgencyNumbers['answers'] {
  const count = (said: 'yes' | 'no') => roundCount(custodies.filter(({ answer }) => answer === said).length);
  const [yes, no] = [count('yes'), count('no')];
  // For fewer, not publishing would itself reveal too much. At most the lower bound of resolved have answered.
  const isOpen = resolved >= comparedMin && leavesOpen([yes, no].map(openRange), [0, openRange(resolved)[0]]);
  return isOpen ? { yes, no } : null;
}

/** Counts kept complaints by category, rounded. With the published counts of due ones they give the expected shares. */
function keptByCategory(categories: readonly Named[], custodies: readonly CountedCustody[]): number[] {
  const kept = custodies.filter((custody) => custody.kept);
  return categories.map(({ id }) => roundCount(kept.filter(({ categoryId }) => categoryId === id).length));
}

/** Returns the ranges of counts by category, unless their rounded sum reveals one. */
function mixOf(custodies: readonly CountedCustody[], categories: readonly Named[]): readonly Range[] {
  const due = custodies.filter((custody) => custody.due);
  const counts = categories.map(({ id }) => due.filter(({ categoryId }) => categoryId === id).length);
  return openRanges(counts, rangeOf(custodies, 'due'));
}

/** Lists the counts by category, rounded to 5; none where only wider ranges stay open. */
function rowsOf(mix: readonly Range[], categories: readonly Named[]): AgencyNumbers['categories'] {
  return roundedCounts(mix).map((due, at) => ({ name: categories[at]!.name, due }));
}

function roundedCounts(ranges: readonly Range[]): number[] {
  const isWide = ranges.some(([low, high]) => low > 0 && high - low > 4);
  return isWide ? [] : ranges.map(([low]) => (low === 0 ? underTen : low + 2));
}

function medianDays(custodies: readonly CustodyCounts[]): number | null {
  const days = custodies.flatMap((custody) => custody.days ?? []).toSorted((a, b) => a - b);
  const median = days[Math.floor(days.length / 2)];
  return median === undefined || roundCount(days.length) < comparedMin ? null : Math.round(median);
}

/** Puts agencies with enough cases into groups, by published figures only. */
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

/** Rounds each total from its true value; null where it would narrow an agency’s count down. */
function totals(all: readonly CustodyCounts[], holdings: readonly (readonly CustodyCounts[])[]): MonthNumbers['total'] {
  const sum = roundAll(all);
  const totalOf = (measure: keyof MonthCounts) =>
    leavesWhole(
      holdings.map((own) => rangeOf(own, measure)),
      rangeOf(all, measure),
    )
      ? sum[measure]
      : null;
  const due = totalOf('due');
  return {
    received: totalOf('received'),
    due,
    // Its range depends on the published range of due.
    kept: due === null ? null : totalOf('kept'),
    reopened: totalOf('reopened'),
    resolved: totalOf('resolved'),
  };
}

/** Returns the range of true counts that the published ones leave open; due is at least kept. */
function rangeOf(custodies: readonly CustodyCounts[], measure: keyof MonthCounts): Range {
  const counts = roundAll(custodies);
  if (measure === 'kept') return openRangeOfPart(counts.kept, mostKept(custodies, counts.due));
  const [low, high] = openRange(counts[measure]);
  return [measure === 'due' ? Math.max(low, rangeOf(custodies, 'kept')[0]) : low, high];
}
