import type { MdaStat } from '@baraza/contract';
import { expect, test } from 'vitest';
import { rankMdas } from './rank-mdas.ts';

function stat(name: string, resolved: number, total: number): MdaStat {
  return {
    mdas_id: name,
    mdas_name: name,
    mdas_logoUrl: null,
    mdas_isJurisdictionAllowed: 0,
    totalComplaints: total,
    confirmed: null,
    resolvedComplaints: resolved,
  };
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Returns the names of both lists. */
function rank(...stats: MdaStat[]): { top: string; lowest: string } {
  const { top, lowest } = rankMdas(stats);
  const names = (list: MdaStat[]) => list.map((it) => it.mdas_name).join(' ');
  return { top: names(top), lowest: names(lowest) };
}

test('MDAs that stand out come first, by complaints before share; the others follow by share', () => {
  expect(
    rank(
      stat('a', 90, 100),
      stat('b', 1, 1),
      stat('c', 0, 1),
      stat('d', 10, 100),
      stat('e', 5, 10),
      stat('f', 8, 10),
      stat('g', 23, 25),
      stat('h', 2, 25),
    ),
  ).toEqual({ top: 'a g b', lowest: 'd h c' });
});

test('an MDA stands out from 20 complaints on if it differs from all by more than chance', () => {
  const { top, lowest } = rankMdas([
    stat('good', 95, 100),
    stat('few', 19, 19),
    stat('usual', 50, 100),
    stat('usual too', 51, 100),
    stat('poor', 5, 100),
  ]);
  expect([...top, ...lowest].map(({ mdas_name, standsOut }) => [mdas_name, standsOut])).toEqual([
    ['good', true],
    ['few', false],
    ['usual too', false],
    ['poor', true],
    ['usual', false],
  ]);
});

test('an MDA without complaints is not ranked', () => {
  expect(rank(stat('idle', 0, 0), stat('a', 1, 1), stat('new', 0, 0))).toEqual({ top: 'a', lowest: '' });
  expect(rank()).toEqual({ top: '', lowest: '' });
});

test('equal MDAs are ranked by name', () => {
  expect(rank(stat('z', 5, 10), stat('x', 5, 10), stat('y', 5, 10), stat('w', 5, 10))).toEqual({
    top: 'w x y',
    lowest: 'z',
  });
});

test.each([
  [3, 'a b c', ''],
  [4, 'a b c', 'd'],
  [5, 'a b c', 'e d'],
  [6, 'a b c', 'f e d'],
  [7, 'a b c', 'g f e'],
])('none of %i MDAs is among both the best and the worst', (count, top, lowest) => {
  const stats = letters.slice(0, count).map((name, place) => stat(name, 10 - place, 10));
  expect(rank(...stats)).toEqual({ top, lowest });
});

test('no MDA is among both the best and the worst, even if all are equal', () => {
  expect(rank(...letters.slice(0, 6).map((name) => stat(name, 5, 10)))).toEqual({ top: 'a b c', lowest: 'd e f' });
});
