import { expect, test, vi } from 'vitest';
import { expectShares } from './expect-shares.ts';
import { compareInFunnel, type Group, limitAt } from './funnel.ts';
import { openRange, openRanges, roundCount, roundPart } from './round-counts.ts';
import { wilsonInterval } from './wilson.ts';

// Thousands of months are simulated, on whatever machine.
vi.setConfig({ testTimeout: 120_000 });

/** Newcombe (1998), Statistics in Medicine 17:857, table I, method 3. */
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('Wilson’s interval for %i of %i cases is the published one', (part, whole, lower, upper) => {
  const interval = wilsonInterval(part, whole);
  expect(interval.lower).toBeCloseTo(lower, 4);
  expect(interval.upper).toBeCloseTo(upper, 4);
});

test('Wilson’s interval for no cases spans everything', () => {
  expect(wilsonInterval(0, 0)).toEqual({ lower: 0, upper: 1 });
});

test('limits of the funnel narrow with the root of the cases and widen with the spread of agencies', () => {
  const exact = (cases: number) => limitAt(cases, 0.5, 1.96, 0);
  expect(exact(10_000)).toBeCloseTo(0.0098, 4);
  expect(exact(10_000) / exact(40_000)).toBeCloseTo(2, 2);
  expect(limitAt(1_000_000, 0.5, 1.96, 0.01)).toBeCloseTo(0.196, 3);
});

/** With equal weights the estimate is that of DerSimonian and Laird (1986): Q − (k − 1) over the weight of all but one. */
test('the spread of agencies is their variance less what chance explains', () => {
  const shares = [0.4, 0.6, 0.4, 0.6];
  const points = shares.map((share) => ({ cases: 10_000, met: share * 10_000, expected: 0.5 }));
  const chance = 0.25 / 10_000;
  expect(compareInFunnel(points).funnel.spread).toBeCloseTo((4 * 0.01 - 3 * chance) / 3, 4);
});

test('an outlying agency does not widen the funnel until it lies inside', () => {
  const points = [0.5, 0.5, 0.5, 0.5, 0.2].map((share) => ({ cases: 1_000, met: share * 1_000, expected: 0.5 }));
  expect(compareInFunnel(points).groups.at(-1)).toBe('worse');
});

/** Mulberry32: the same numbers in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const categories = [0.85, 0.75, 0.65, 0.5];
interface Agency {
  readonly cases: number[];
  readonly met: number[];
}

/** An agency with its own mix of categories; `worse` points below what these let expect. */
function agency(next: () => number, size: number, worse = 0): Agency {
  const weights = categories.map(() => 0.2 + next());
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const cases = categories.map(() => 0);
  const met = categories.map(() => 0);
  for (let number = 0; number < size; number += 1) {
    let place = next() * total;
    const category = Math.max(
      0,
      weights.findIndex((weight) => (place -= weight) < 0),
    );
    cases[category]! += 1;
    if (next() < categories[category]! - worse) met[category]! += 1;
  }
  return { cases, met };
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Compares agencies as they are published: counts rounded to 5, the expectation a whole percent. */
function compare(agencies: readonly Agency[]): (Group | undefined)[] {
  const mixes = agencies.map(({ cases, met }) => {
    const due = roundCount(sum(cases));
    // No complaint was resolved late, which lowers the published figures of the rest the most.
    const kept = roundPart(sum(met), Math.min(sum(met), openRange(due)[1]));
    return { due, kept, categories: openRanges(cases, openRange(due)) };
  });
  const known = agencies.filter((_, at) => mixes[at]!.categories.length > 0);
  const kept = categories.map((_, place) => roundCount(sum(known.map(({ met }) => met[place]!))));
  const expected = expectShares(mixes, kept);
  const compared = mixes.flatMap(({ due, kept: met }, at) => {
    const share = expected[at] ?? null;
    return share === null ? [] : [{ at, cases: due, met, expected: Math.round(share * 100) / 100 }];
  });
  const { groups } = compareInFunnel(compared);
  return agencies.map((_, at) => groups[compared.findIndex((point) => point.at === at)]);
}

/** Whether it is said to be better or worse. */
const isNamed = (group?: Group) => group === 'better' || group === 'worse';

const sizeOf = (next: () => number) => Math.round(20 * 50 ** next());
const equals = (next: () => number, count: number) => Array.from({ length: count }, () => agency(next, sizeOf(next)));

test('among 40 equal agencies one stands out in at most 5 % of 1,000 months', () => {
  const next = random(1);
  const named = Array.from({ length: 1_000 }, () => compare(equals(next, 40)).some(isNamed));
  expect(named.filter(Boolean).length).toBeLessThanOrEqual(50);
});

test('an agency that is 15 points worse with 300 cases is found in at least 90 % of months', () => {
  const next = random(2);
  const found = Array.from(
    { length: 300 },
    () => compare([agency(next, 300, 0.15), ...equals(next, 39)])[0] === 'worse',
  );
  expect(found.filter(Boolean).length).toBeGreaterThanOrEqual(270);
});

test('one more complaint changes at most 1 % of groups, even where agencies differ', () => {
  const next = random(3);
  let changed = 0;
  const tries = 1_000;
  for (let run = 0; run < tries; run += 1) {
    const agencies = Array.from({ length: 40 }, () => agency(next, sizeOf(next), (next() - 0.5) * 0.3));
    const before = compare(agencies);
    const place = Math.floor(next() * 40);
    const category = Math.floor(next() * categories.length);
    const met = Number(next() < categories[category]!);
    const more = agencies.map((it, index) => {
      if (index !== place) return it;
      const plus = (counts: number[], by: number) => counts.map((count, at) => count + (at === category ? by : 0));
      return { cases: plus(it.cases, 1), met: plus(it.met, met) };
    });
    const after = compare(more);
    if (after.some((group, index) => group !== before[index])) changed += 1;
  }
  expect(changed).toBeLessThanOrEqual(tries / 100);
});
