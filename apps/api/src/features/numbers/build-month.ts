import type { AgencyNumbers, MonthCounts, MonthNumbers } from '@baraza/contract/numbers/numbers';
import { compareInFunnel, comparedMin } from '@baraza/contract/numbers/funnel';
import { leavesOpen, openRange, roundCount } from '@baraza/contract/numbers/round-counts';
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

const measures = ['received', 'due', 'kept', 'reopened', 'resolved', 'overdue'] as const;

/** Builds the numbers of a month. Beside rounded counts only medians and percents of true counts leave it. */
export function buildMonth({ month, publishedAt, mdas, categories, custodies }: MonthSource): MonthNumbers {
  const shares = shareByCategory(categories, custodies);
  const agencies = mdas
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
    .map(({ id, name }): AgencyNumbers => {
      const own = custodies.filter(({ mdaId }) => mdaId === id);
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
  return { month, publishedAt: publishedAt.toISOString(), ...compare(agencies), total: totals(agencies, custodies) };
}

function roundAll(custodies: readonly CustodyCounts[]): MonthCounts {
  const of = (measure: keyof MonthCounts) => roundCount(custodies.filter((custody) => custody[measure]).length);
  return {
    received: of('received'),
    due: of('due'),
    kept: of('kept'),
    reopened: of('reopened'),
    resolved: of('resolved'),
    overdue: of('overdue'),
  };
}

/** What citizens said of the resolved; null where somebody who knows how many these were could tell a count. */
function answersOf(custodies: readonly CustodyCounts[], resolved: number): AgencyNumbers['answers'] {
  const count = (said: 'yes' | 'no') => roundCount(custodies.filter(({ answer }) => answer === said).length);
  const [yes, no] = [count('yes'), count('no')];
  // Of fewer, that nothing is published would tell too much. As many as the least answered at most.
  const isOpen = resolved >= comparedMin && leavesOpen([yes, no], [0, openRange(resolved)[0]]);
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
  const counts = rows.map((row) => row.due);
  return leavesOpen(counts, [due.length, due.length]) ? rows : [];
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
function totals(agencies: readonly AgencyNumbers[], custodies: readonly CustodyCounts[]): MonthNumbers['total'] {
  const all = roundAll(custodies);
  const [received = null, due = null, kept = null, reopened = null, resolved = null, overdue = null] = measures.map(
    (measure) =>
      leavesOpen(
        agencies.map((agency) => agency[measure]),
        openRange(all[measure]),
      )
        ? all[measure]
        : null,
  );
  return { received, due, kept, reopened, resolved, overdue };
}
