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
    resolvedComplaints: resolved,
  };
}

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** The names of both lists. */
function rank(...stats: MdaStat[]): { top: string; lowest: string } {
  const { top, lowest } = rankMdas(stats);
  const names = (list: MdaStat[]) => list.map((it) => it.mdas_name).join(' ');
  return { top: names(top), lowest: names(lowest) };
}

test('the share of resolved complaints decides, not their number', () => {
  expect(
    rank(stat('a', 50, 100), stat('b', 9, 10), stat('c', 0, 5), stat('d', 3, 4), stat('e', 1, 10), stat('f', 8, 10)),
  ).toEqual({ top: 'b f d', lowest: 'c e a' });
});

test('without a complaint there is no rank', () => {
  expect(rank(stat('idle', 0, 0), stat('a', 1, 1), stat('new', 0, 0))).toEqual({ top: 'a', lowest: '' });
  expect(rank()).toEqual({ top: '', lowest: '' });
});

test('of equal shares the greater volume stands further out, then the name decides', () => {
  expect(
    rank(stat('z', 2, 2), stat('y', 9, 9), stat('x', 2, 2), stat('c', 0, 2), stat('b', 0, 9), stat('a', 0, 2)),
  ).toEqual({ top: 'y x z', lowest: 'b a c' });
});

test('thirds are equal, however they are counted', () => {
  expect(rank(stat('a', 1, 3), stat('b', 2, 6), stat('c', 33, 99)).top).toBe('c b a');
});

test.each([
  [3, 'a b c', ''],
  [4, 'a b c', 'd'],
  [5, 'a b c', 'e d'],
  [6, 'a b c', 'f e d'],
  [7, 'a b c', 'g f e'],
])('nobody of %i stands in both lists', (count, top, lowest) => {
  const stats = letters.slice(0, count).map((name, place) => stat(name, 10 - place, 10));
  expect(rank(...stats)).toEqual({ top, lowest });
});

test('nobody stands in both lists even when all are equal', () => {
  expect(rank(...letters.slice(0, 6).map((name) => stat(name, 5, 10)))).toEqual({ top: 'a b c', lowest: 'd e f' });
});
