import { isSmall } from '../small.ts';
import { median } from '../table.ts';

/** How often each thing is measured. */
export const rounds = isSmall ? 1 : 5;

/** Measures in several rounds and answers the middle value. */
export async function repeatedly(what: string, measure: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) found.push(await measure());
  console.log(`  ${what}: ${found.map(short).join(' ')}`);
  return median(found);
}

/** Measures one and the other in turn, in several rounds, and answers the middle value of each. */
export async function takeTurns(
  what: string,
  one: () => Promise<number>,
  other: () => Promise<number>,
  times = rounds,
): Promise<[one: number, other: number]> {
  const [first, second]: [number[], number[]] = [[], []];
  for (let round = 0; round < times; round++) {
    first.push(await one());
    second.push(await other());
  }
  console.log(`  ${what}: ${first.map(short).join(' ')} | ${second.map(short).join(' ')}`);
  return [median(first), median(second)];
}

const short = (value: number) => value.toFixed(value < 100 ? 1 : 0);
