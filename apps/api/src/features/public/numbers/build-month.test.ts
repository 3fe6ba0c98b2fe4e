import type { MonthNumbers } from '@baraza/contract/numbers/numbers';
import { confirmedRates } from '@baraza/contract/numbers/rates';
import { openKept } from '@baraza/contract/numbers/expect-shares';
import {
  openRange,
  openRangeOfPart,
  openRanges,
  type Range,
  roundCount,
  roundPart,
} from '@baraza/contract/numbers/round-counts';
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

/** Builds due custodies for each MDA and category, some of them kept. */
function custodiesOf(cells: Cells, keptOf: (mda: string, category: string) => number = () => 1): CountedCustody[] {
  return Object.entries(cells).flatMap(([mdaId, row]) =>
    Object.entries(row).flatMap(([categoryId, count]) =>
      Array.from({ length: count }, (_, index): CountedCustody => {
        const kept = index < count * keptOf(mdaId, categoryId);
        return { ...one, kept, mdaId, categoryId, area: null };
      }),
    ),
  );
}

/** Builds a month from these custodies. */
function monthOf(...cells: Parameters<typeof custodiesOf>): MonthNumbers {
  const custodies = custodiesOf(...cells);
  return buildMonth({
    month: '2026-10',
    publishedAt: new Date('2026-11-05T00:00:00Z'),
    mdas,
    categories,
    areas: [],
    custodies,
  });
}

const agency = (numbers: MonthNumbers, name: string) => numbers.agencies.find((row) => row.name === name)!;
const evenly = (count: number) => ({ Billing: count, Delay: count, Service: count, Others: count });

test('public counts and totals are rounded to 5 from true values, and agencies sorted by name', () => {
  const numbers = monthOf({ Water: evenly(13), Roads: evenly(13), Lands: evenly(13), Health: evenly(12) });
  expect(numbers.agencies.map(({ name, due }) => [name, due])).toEqual([
    ['Health', 50],
    ['Lands', 50],
    ['Roads', 50],
    ['Water', 50],
  ]);
  expect(numbers.total.due).toBe(205);
});

test('an agency with fewer than 20 complaints gets no rate, no days and no group', () => {
  const numbers = monthOf({ Water: { Billing: 17 }, Roads: evenly(20), Lands: evenly(20), Health: evenly(20) });
  expect(agency(numbers, 'Water')).toMatchObject({ due: 15, expected: null, group: null, days: null });
  expect(agency(numbers, 'Roads')).toMatchObject({ due: 80, expected: 100, group: 'expected', days: 3 });
});

test.each([
  [40, 21, 5, { yes: 20, no: 5 }],
  [17, 1, 0, null],
  // 13 of at least 18 said yes, and 8 no: with 18, only two values would be possible for yes.
  [22, 13, 9, null],
])('answers to %i resolutions, %i yes and %i no, are published as %o', (resolved, yes, no, answers) => {
  expect(answersOf(resolved, yes, no)).toEqual(answers);
});

function answersOf(resolved: number, yes: number, no: number) {
  const custodies = Array.from({ length: resolved }, (_, index): CountedCustody => {
    const answer = index < yes ? 'yes' : index < yes + no ? 'no' : null;
    return { ...one, answer, mdaId: 'Water', categoryId: 'Billing', area: null };
  });
  const numbers = buildMonth({ month: '2026-10', publishedAt: new Date(0), mdas, categories, areas: [], custodies });
  return agency(numbers, 'Water').answers;
}

test.each([4, 13, 17, 18, 19, 20, 22, 23, 27, 33])(
  'a reader who knows all %i resolutions cannot narrow yes or no to fewer than five values',
  (resolved) => {
    // Lists the answers that the published ones leave possible.
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

test('a single agency is not compared with itself', () => {
  expect(monthOf({ Water: evenly(50) })).toMatchObject({ funnel: null });
});

test('an agency is compared with the share expected from its mix of categories', () => {
  const hard = (_: string, category: string) => (category === 'Delay' ? 0.3 : 0.9);
  const numbers = monthOf(
    { Water: { ...evenly(10), Delay: 200 }, Roads: evenly(60), Lands: evenly(60), Health: evenly(60) },
    hard,
  );
  expect(agency(numbers, 'Water').kept / agency(numbers, 'Water').due).toBeLessThan(0.45);
  expect(agency(numbers, 'Water')).toMatchObject({ expected: 38, group: 'expected' });
});

test('an agency with mostly rare categories is not compared', () => {
  const others = { Roads: { Billing: 60 }, Lands: { Billing: 60 }, Health: { Billing: 60 } };
  expect(agency(monthOf({ ...others, Water: { Billing: 30, Delay: 100 } }), 'Water')).toMatchObject({ expected: null });
  expect(agency(monthOf({ ...others, Water: { Billing: 100, Delay: 30 } }), 'Water').expected).toBeGreaterThan(90);
});

/** Linear condition: the weighted counts sum up to at most 0. */
type Relation = readonly (readonly [factor: number, name: string])[];

const atMost = (parts: readonly string[], wholes: readonly string[]): Relation => [
  ...parts.map((name) => [1, name] as const),
  ...wholes.map((name) => [-1, name] as const),
];

/** Narrows the ranges of counts by all conditions until nothing changes. */
function narrow(ranges: Map<string, Range>, relations: readonly Relation[]): void {
  const least = (factor: number, name: string) => factor * ranges.get(name)![factor > 0 ? 0 : 1];
  for (let before = ''; before !== JSON.stringify([...ranges]);) {
    before = JSON.stringify([...ranges]);
    for (const relation of relations) {
      const sum = relation.reduce((total, term) => total + least(...term), 0);
      for (const [factor, name] of relation) {
        const [low, high] = ranges.get(name)!;
        // A margin for rounding.
        const limit = (least(factor, name) - sum) / factor + Math.sign(factor) * 1e-9;
        if (factor > 0) ranges.set(name, [low, Math.min(high, Math.floor(limit))]);
        else if (factor < 0) ranges.set(name, [Math.max(low, Math.ceil(limit)), high]);
      }
    }
  }
}

describe('a reader who counted received and resolved complaints and knows all columns', () => {
  let state = 11;
  const below = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit;
  const random = Array.from({ length: 400 }, (_, month) =>
    mdas.flatMap(({ id: mdaId }) => {
      // Sums reveal most where agencies keep everything, nothing, or whole categories.
      const skill = [10, 0, below(11), below(11), below(11), below(11)][month % 6]!;
      const isKept = (kind: number) => (month % 6 === 2 ? kind % 2 === 0 : below(10) < skill);
      // Expected shares could reveal more where few agencies share a category.
      const kinds = [1, 1, 2, 4, 4, 4][below(6)]!;
      const first = month % 3 ? 0 : below(categories.length);
      return Array.from({ length: below(2) * below(month % 2 ? 40 : 200) }, (): CountedCustody => {
        const kind = (first + below(kinds)) % categories.length;
        const kept = isKept(kind);
        const resolved = kept || below(4) === 0;
        const answer = resolved ? ([null, 'yes', 'no'] as const)[below(3)]! : null;
        const categoryId = categories[kind]!.id;
        const due = kept || below(3) > 0;
        return {
          ...one,
          mdaId,
          categoryId,
          area: null,
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

  /** All was kept: the sum of Billing revealed more than its due counts. */
  const allKept = custodiesOf({
    Health: { Billing: 82, Delay: 108 },
    Lands: { Billing: 98 },
    Roads: { Billing: 40, Delay: 39, Service: 37, Others: 30 },
    Water: { Billing: 43, Delay: 38, Service: 38, Others: 48 },
  });
  const months = [...random, allKept];

  /** Figures that must not be published: complaints that ran out of time, or the exact expected share. */
  interface Leaks {
    readonly withOverdue?: boolean;
    readonly withExactShare?: boolean;
  }

  /** Returns the ranges of all counts of a month before and after applying all conditions. */
  function attack(custodies: readonly CountedCustody[], { withOverdue, withExactShare }: Leaks = {}) {
    const source = { month: '2026-10', publishedAt: new Date(0), mdas, categories, areas: [], custodies };
    const { agencies, total } = buildMonth(source);
    const ranges = new Map<string, Range>();
    const truth = new Map<string, number>();
    const relations: Relation[] = [];
    const equal = (parts: readonly string[], whole: string) =>
      relations.push(atMost(parts, [whole]), atMost([whole], parts));
    const know = (name: string, own: readonly CountedCustody[], row: MonthNumbers['total']) => {
      const exact = (is: (custody: CountedCustody) => boolean) => own.filter(is).length;
      const resolved = exact((custody) => custody.resolved);
      for (const measure of ['received', 'due', 'reopened', 'resolved'] as const) {
        const rounded = row[measure];
        truth.set(
          `${name} ${measure}`,
          exact((custody) => custody[measure]),
        );
        if (rounded !== null) ranges.set(`${name} ${measure}`, openRange(rounded));
      }
      ranges.set(`${name} resolved`, [resolved, resolved]);
      const received = exact((custody) => custody.received);
      ranges.set(`${name} received`, [received, received]);
      truth.set(
        `${name} kept`,
        exact((custody) => custody.kept),
      );
      if (row.kept === null || row.due === null) return;
      ranges.set(`${name} kept`, openRangeOfPart(row.kept, Math.min(resolved, openRange(row.due)[1])));
      relations.push(atMost([`${name} kept`], [`${name} due`]), atMost([`${name} kept`], [`${name} resolved`]));
      if (!withOverdue) return;
      ranges.set(`${name} kept`, openRange(roundCount(exact((custody) => custody.kept))));
      ranges.set(`${name} overdue`, openRange(roundCount(exact((custody) => custody.due && !custody.resolved))));
      relations.push(
        atMost([`${name} kept`, `${name} overdue`], [`${name} due`]),
        atMost([`${name} due`], [`${name} resolved`, `${name} overdue`]),
      );
    };
    // Also where they are not published, since expected shares depend on them.
    const mixes = new Map<string, readonly Range[]>();
    for (const row of agencies) {
      know(
        row.name,
        custodies.filter(({ mdaId }) => mdaId === row.name),
        row,
      );
      if (row.answers) {
        ranges.set(`${row.name} yes`, openRange(row.answers.yes)).set(`${row.name} no`, openRange(row.answers.no));
        relations.push(atMost([`${row.name} yes`, `${row.name} no`], [`${row.name} resolved`]));
      }
      const own = custodies.filter(({ mdaId, due }) => mdaId === row.name && due);
      const mix = openRanges(
        categories.map(({ id }) => own.filter(({ categoryId }) => categoryId === id).length),
        [Math.max(openRange(row.due)[0], ranges.get(`${row.name} kept`)![0]), openRange(row.due)[1]],
      );
      mixes.set(row.name, mix);
      for (const [at, [low, high]] of mix.entries()) {
        const { id, name } = categories[at]!;
        truth.set(`${row.name} ${name}`, own.filter(({ categoryId }) => categoryId === id).length);
        ranges.set(`${row.name} ${name}`, [low, high]);
        ranges.set(`${row.name} ${name} kept`, [0, Math.min(high, ranges.get(`${row.name} resolved`)![1])]);
        relations.push(atMost([`${row.name} ${name} kept`], [`${row.name} ${name}`]));
      }
      if (mix.length === 0) continue;
      equal(
        categories.map(({ name }) => `${row.name} ${name}`),
        `${row.name} due`,
      );
      equal(
        categories.map(({ name }) => `${row.name} ${name} kept`),
        `${row.name} kept`,
      );
      if (withExactShare && row.expected !== null) relations.push(...exactShare(custodies, row.name));
    }
    // The percentages reveal at most the counts from which they were computed.
    const mixed = agencies.map(({ name }) => name).filter((name) => mixes.get(name)!.length > 0);
    const mostKept = mixed.reduce((sum, name) => sum + ranges.get(`${name} resolved`)![1], 0);
    const kept = categories.map(({ id }) => {
      return roundCount(custodies.filter((it) => it.kept && it.categoryId === id && mixed.includes(it.mdaId)).length);
    });
    for (const [at, shown] of openKept(
      agencies.map((row) => ({ ...row, categories: mixes.get(row.name)! })),
      kept,
    ).entries()) {
      if (shown === null) continue;
      const whole = `${categories[at]!.name} kept`;
      const [low, high] = openRange(kept[at]!);
      // A cut-off percentage only reveals that the count lies beyond.
      const from = shown > kept[at]! ? 0 : Math.min(low, shown - 2);
      const to = shown < kept[at]! ? mostKept : Math.max(high, shown + 2);
      ranges.set(whole, [from, Math.min(to, mostKept)]);
      equal(
        mixed.map((mda) => `${mda} ${whole}`),
        whole,
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
    const isTrue = (name: string, [low, high]: Range) =>
      low <= (truth.get(name) ?? low) && (truth.get(name) ?? low) <= high;
    const wrong = [...ranges].filter((range) => !isTrue(...range));
    for (const row of agencies)
      for (const { name, due } of row.categories)
        if (!isTrue(`${row.name} ${name}`, openRange(due)))
          wrong.push([`${row.name} ${name} published`, openRange(due)]);
    return { pinned, wrong, total, counts: ranges.size };
  }

  /** Condition that an agency’s mix, with known shares kept by category, gives this percentage. */
  function exactShare(custodies: readonly CountedCustody[], mdaId: string): Relation[] {
    const due = custodies.filter((custody) => custody.due);
    const shareOf = (id: string) => {
      const own = due.filter(({ categoryId }) => categoryId === id);
      return own.length === 0 ? 0 : own.filter(({ kept }) => kept).length / own.length;
    };
    const own = due.filter((custody) => custody.mdaId === mdaId);
    const share = own.reduce((sum, { categoryId }) => sum + shareOf(categoryId), 0) / own.length;
    const [low, high] = [Math.round(share * 100) - 0.5, Math.round(share * 100) + 0.5];
    return [
      categories.map(({ id, name }) => [shareOf(id) - high / 100, `${mdaId} ${name}`]),
      categories.map(({ id, name }) => [low / 100 - shareOf(id), `${mdaId} ${name}`]),
    ];
  }

  test('a reader cannot narrow any count to fewer than five values', () => {
    const attacks = months.map((custodies) => attack(custodies));
    expect(attacks.flatMap(({ pinned }) => pinned)).toEqual([]);
    // Otherwise it would have read the columns wrongly and proven nothing.
    expect(attacks.flatMap(({ wrong }) => wrong)).toEqual([]);
    // The reader does not use these.
    expect(attacks.filter(({ total }) => total.due === null && total.kept !== null)).toEqual([]);
    expect(attacks.reduce((sum, { counts }) => sum + counts, 0)).toBeGreaterThan(10_000);
  });

  test('a reader could narrow counts if late complaints were published and kept ones rounded like the rest', () => {
    const pinned = months.flatMap((custodies) => attack(custodies, { withOverdue: true }).pinned);
    expect(pinned.length).toBeGreaterThan(50);
  });

  test('a reader could narrow counts if the expected percentage came from true counts', () => {
    const pinned = months.flatMap((custodies) => attack(custodies, { withExactShare: true }).pinned);
    expect(pinned.length).toBeGreaterThan(50);
  });

  test('a reader cannot narrow a count of kept complaints to fewer than five values', () => {
    for (let most = 0; most <= 60; most += 1) {
      for (let kept = 0; kept <= most; kept += 1) {
        const [low, high] = openRangeOfPart(roundPart(kept, most), most);
        expect(low <= kept && kept <= high && high <= most).toBe(true);
        expect(high - low).toBeGreaterThanOrEqual(Math.min(4, most));
      }
    }
  });
});
