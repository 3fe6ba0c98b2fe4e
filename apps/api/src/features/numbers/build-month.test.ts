import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import { confirmedRates } from '@baraza/contract/numbers/rates';
import { openRange, openRangeOfPart, type Range, roundCount, roundPart } from '@baraza/contract/numbers/round-counts';
import { describe, expect, test } from 'vitest';
import { buildMonth, type CountedCustody } from './build-month.ts';

const mdas = ['Water', 'Roads', 'Lands', 'Health'].map((name) => ({ id: name, name }));
const categories = ['Billing', 'Delay', 'Service', 'Others'].map((name) => ({ id: name, name }));
const one = {
  received: true,
  due: true,
  kept: true,
  reopened: false,
  days: 3,
  resolved: true,
  answer: 'yes',
} as const;

type Cells = Record<string, Record<string, number>>;

/** A month with so many complaints due of each MDA and category, a part of them kept. */
function monthOf(cells: Cells, keptOf: (mda: string, category: string) => number = () => 1): MonthNumbers {
  const custodies = Object.entries(cells).flatMap(([mdaId, row]) =>
    Object.entries(row).flatMap(([categoryId, count]) =>
      Array.from({ length: count }, (_, index): CountedCustody => {
        const kept = index < count * keptOf(mdaId, categoryId);
        return { ...one, kept, mdaId, categoryId };
      }),
    ),
  );
  return buildMonth({ month: '2026-10', publishedAt: new Date('2026-11-05T00:00:00Z'), mdas, categories, custodies });
}

const agency = (numbers: MonthNumbers, name: string) => numbers.agencies.find((row) => row.name === name)!;
const evenly = (count: number) => ({ Billing: count, Delay: count, Service: count, Others: count });

test('counts are rounded to 5, totals from their own true value, agencies in the order of the alphabet', () => {
  const numbers = monthOf({ Water: evenly(13), Roads: evenly(13), Lands: evenly(13), Health: evenly(12) });
  expect(numbers.agencies.map(({ name, due }) => [name, due])).toEqual([
    ['Health', 50],
    ['Lands', 50],
    ['Roads', 50],
    ['Water', 50],
  ]);
  expect(numbers.total.due).toBe(205);
});

test('whoever has fewer than 20 gets no rate, no days and no group', () => {
  const numbers = monthOf({ Water: { Billing: 17 }, Roads: evenly(20), Lands: evenly(20) });
  expect(agency(numbers, 'Water')).toMatchObject({ due: 15, expected: null, group: null, days: null });
  expect(agency(numbers, 'Roads')).toMatchObject({ due: 80, expected: 100, group: 'expected', days: 3 });
});

test.each([
  [40, 21, 5, { yes: 20, no: 5 }],
  [17, 1, 0, null],
  // 13 of at least 18 said yes, and 8 no: were it 18, two values would be left for yes.
  [22, 13, 9, null],
])('of %i resolved, %i said yes and %i no: published as %o', (resolved, yes, no, answers) => {
  expect(answersOf(resolved, yes, no)).toEqual(answers);
});

function answersOf(resolved: number, yes: number, no: number) {
  const custodies = Array.from({ length: resolved }, (_, index): CountedCustody => {
    const answer = index < yes ? 'yes' : index < yes + no ? 'no' : null;
    return { ...one, answer, mdaId: 'Water', categoryId: 'Billing' };
  });
  const numbers = buildMonth({ month: '2026-10', publishedAt: new Date(0), mdas, categories, custodies });
  return agency(numbers, 'Water').answers;
}

test.each([4, 13, 17, 18, 19, 20, 22, 23, 27, 33])(
  'somebody who knows that exactly %i were resolved is left five values of yes and of no, by the card and by silence too',
  (resolved) => {
    // Which yes and no may be behind what is published.
    const behind = new Map<string, { yes: Set<number>; no: Set<number> }>();
    for (let yes = 0; yes <= resolved; yes += 1) {
      for (let no = 0; yes + no <= resolved; no += 1) {
        const answers = answersOf(resolved, yes, no);
        const published = JSON.stringify([answers, confirmedRates({ resolved: roundCount(resolved), answers })]);
        const known = behind.get(published) ?? { yes: new Set(), no: new Set() };
        behind.set(published, known);
        known.yes.add(yes);
        known.no.add(no);
      }
    }
    for (const { yes, no } of behind.values()) expect(Math.min(yes.size, no.size)).toBeGreaterThanOrEqual(5);
  },
);

test('nobody is compared with themselves', () => {
  expect(monthOf({ Water: evenly(50) })).toMatchObject({ funnel: null });
});

test('what an agency’s mix of categories lets expect is no fault of its own', () => {
  const hard = (_: string, category: string) => (category === 'Delay' ? 0.3 : 0.9);
  const numbers = monthOf(
    { Water: { ...evenly(10), Delay: 200 }, Roads: evenly(60), Lands: evenly(60), Health: evenly(60) },
    hard,
  );
  expect(agency(numbers, 'Water').kept / agency(numbers, 'Water').due).toBeLessThan(0.45);
  expect(agency(numbers, 'Water')).toMatchObject({ expected: 38, group: 'expected' });
});

/** Values that a cell may have for somebody who knows the ranges of all and that their sum lies in a range. */
function possible(ranges: (readonly [number, number])[], place: number, sums: readonly [number, number]): number {
  let reachable = new Set([0]);
  for (const [at, [low, high]] of ranges.entries()) {
    if (at === place) continue;
    const next = new Set<number>();
    for (const sum of reachable) for (let value = low; value <= high; value += 1) next.add(sum + value);
    reachable = next;
  }
  const [low, high] = ranges[place]!;
  let count = 0;
  for (let value = low; value <= high; value += 1) {
    if ([...reachable].some((sum) => sum + value >= sums[0] && sum + value <= sums[1])) count += 1;
  }
  return count;
}

/** The narrowest cell, in values, after all tables were read; Infinity where no cell is published. */
const narrowest = (ranges: (readonly [number, number])[], sums: readonly [number, number]) =>
  Math.min(...ranges.map((_, place) => possible(ranges, place, sums)));

describe('somebody who knows each MDA’s exact sum of each month', () => {
  /** 3 years of small and large months; the sums of months and years follow from those known here. */
  let state = 7;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const months = Array.from({ length: 36 }, () =>
    Object.fromEntries(
      mdas.map(({ name }) => [name, Object.fromEntries(categories.map(({ id }) => [id, next(2) * next(40)]))]),
    ),
  );

  test('pins no category of an MDA to fewer than five values', () => {
    let published = 0;
    for (const cells of months) {
      const numbers = monthOf(cells);
      for (const { name } of mdas) {
        const ranges = agency(numbers, name).categories.map(({ due }) => openRange(due));
        if (ranges.length === 0) continue;
        published += 1;
        const exact = Object.values(cells[name]!).reduce((sum, count) => sum + count, 0);
        expect(narrowest(ranges, [exact, exact])).toBeGreaterThanOrEqual(5);
      }
    }
    expect(published).toBeGreaterThan(40);
  });

  test('would pin some if every rounded count were published', () => {
    const pinned = months.flatMap((cells) =>
      Object.values(cells).filter((row) => {
        const counts = Object.values(row);
        const ranges = counts.map((count) => [
          Math.max(0, Math.round(count / 5) * 5 - 2),
          Math.round(count / 5) * 5 + 2,
        ]);
        const exact = counts.reduce((sum, count) => sum + count, 0);
        return narrowest(ranges as [number, number][], [exact, exact]) < 5;
      }),
    );
    expect(pinned.length).toBeGreaterThan(10);
  });
});

/** The parts together are at most the wholes together. */
interface Relation {
  readonly parts: readonly string[];
  readonly wholes: readonly string[];
}

/** Narrows the ranges of counts by every relation, until nothing changes. */
function narrow(ranges: Map<string, Range>, relations: readonly Relation[]): void {
  const sumOf = (names: readonly string[], end: 0 | 1) => names.reduce((sum, name) => sum + ranges.get(name)![end], 0);
  for (let before = ''; before !== JSON.stringify([...ranges]);) {
    before = JSON.stringify([...ranges]);
    for (const { parts, wholes } of relations) {
      const room = sumOf(wholes, 1) - sumOf(parts, 0);
      for (const name of parts) {
        const [low, high] = ranges.get(name)!;
        ranges.set(name, [low, Math.min(high, low + room)]);
      }
      for (const name of wholes) {
        const [low, high] = ranges.get(name)!;
        ranges.set(name, [Math.max(low, high - room), high]);
      }
    }
  }
}

describe('somebody who counted what each MDA received and resolved in the list, and reads every column', () => {
  let state = 11;
  const below = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
  const months = Array.from({ length: 60 }, (_, month) =>
    mdas.flatMap(({ id: mdaId }) => {
      const skill = below(11);
      return Array.from({ length: below(2) * below(month % 2 ? 40 : 200) }, (): CountedCustody => {
        const kept = below(10) < skill;
        const resolved = kept || below(4) === 0;
        const answer = resolved ? ([null, 'yes', 'no'] as const)[below(3)]! : null;
        const categoryId = categories[below(categories.length)]!.id;
        const due = kept || below(3) > 0;
        return {
          ...one,
          mdaId,
          categoryId,
          received: below(5) > 0,
          reopened: below(6) === 0,
          due,
          kept,
          resolved,
          answer,
        };
      });
    }),
  );

  /** The ranges of all counts of a month, and of the same before and after all relations between them. */
  function attack(custodies: readonly CountedCustody[], { withOverdue = false } = {}) {
    const source = { month: '2026-10', publishedAt: new Date(0), mdas, categories, custodies };
    const { agencies, total } = buildMonth(source);
    const ranges = new Map<string, Range>();
    const relations: Relation[] = [];
    const equal = (parts: string[], whole: string) =>
      relations.push({ parts, wholes: [whole] }, { parts: [whole], wholes: parts });
    const know = (name: string, own: readonly CountedCustody[], row: MonthNumbers['total']) => {
      const exact = (is: (custody: CountedCustody) => boolean) => own.filter(is).length;
      const resolved = exact((custody) => custody.resolved);
      for (const measure of ['received', 'due', 'reopened', 'resolved'] as const) {
        const rounded = row[measure];
        if (rounded !== null) ranges.set(`${name} ${measure}`, openRange(rounded));
      }
      ranges.set(`${name} resolved`, [resolved, resolved]);
      const received = exact((custody) => custody.received);
      ranges.set(`${name} received`, [received, received]);
      if (row.kept === null || row.due === null) return;
      ranges.set(`${name} kept`, openRangeOfPart(row.kept, Math.min(resolved, openRange(row.due)[1])));
      relations.push(
        { parts: [`${name} kept`], wholes: [`${name} due`] },
        { parts: [`${name} kept`], wholes: [`${name} resolved`] },
      );
      if (!withOverdue) return;
      ranges.set(`${name} kept`, openRange(roundCount(exact((custody) => custody.kept))));
      ranges.set(`${name} overdue`, openRange(roundCount(exact((custody) => custody.due && !custody.resolved))));
      relations.push(
        { parts: [`${name} kept`, `${name} overdue`], wholes: [`${name} due`] },
        { parts: [`${name} due`], wholes: [`${name} resolved`, `${name} overdue`] },
      );
    };
    for (const row of agencies) {
      know(
        row.name,
        custodies.filter(({ mdaId }) => mdaId === row.name),
        row,
      );
      if (row.answers) {
        ranges.set(`${row.name} yes`, openRange(row.answers.yes)).set(`${row.name} no`, openRange(row.answers.no));
        relations.push({ parts: [`${row.name} yes`, `${row.name} no`], wholes: [`${row.name} resolved`] });
      }
      for (const { name, due } of row.categories) ranges.set(`${row.name} ${name}`, openRange(due));
      if (row.categories.length > 0)
        equal(
          row.categories.map(({ name }) => `${row.name} ${name}`),
          `${row.name} due`,
        );
    }
    know('all', custodies, total);
    for (const measure of ['received', 'due', 'kept', 'reopened', 'resolved', 'overdue']) {
      const parts = agencies.map(({ name }) => `${name} ${measure}`);
      if ([...parts, `all ${measure}`].every((name) => ranges.has(name))) equal(parts, `all ${measure}`);
    }
    const before = new Map(ranges);
    narrow(ranges, relations);
    const pinned = [...ranges].filter(([name, [low, high]]) => {
      const [from, to] = before.get(name)!;
      return high - low < Math.min(4, to - from);
    });
    return { pinned, counts: ranges.size };
  }

  test('pins no count to fewer than five values', () => {
    const attacks = months.map((custodies) => attack(custodies));
    expect(attacks.flatMap(({ pinned }) => pinned)).toEqual([]);
    expect(attacks.reduce((sum, { counts }) => sum + counts, 0)).toBeGreaterThan(1500);
  });

  test('would pin some if what ran out of time were published, and what was kept rounded like the rest', () => {
    const pinned = months.flatMap((custodies) => attack(custodies, { withOverdue: true }).pinned);
    expect(pinned.length).toBeGreaterThan(50);
  });

  test('is left five values of what was kept by each of its classes, or all there are', () => {
    for (let most = 0; most <= 60; most += 1) {
      for (let kept = 0; kept <= most; kept += 1) {
        const [low, high] = openRangeOfPart(roundPart(kept, most), most);
        expect(low <= kept && kept <= high && high <= most).toBe(true);
        expect(high - low).toBeGreaterThanOrEqual(Math.min(4, most));
      }
    }
  });
});
