/** True for `--small`, a run that only shows that each part works; its figures say nothing. */
export const isSmall = process.argv.includes('--small');

/** Measurements of each thing. */
export const rounds = isSmall ? 1 : 5;

/** A measurement and its limit. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly limit: string;
  readonly holds: boolean;
  /** Further measurements by column heading. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** Returns the middle value; of an even count the lower one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

/** Measures several things in turn, in several rounds, and returns the median of each. */
export async function takeTurns(what: string, ...measures: readonly (() => Promise<number>)[]): Promise<number[]> {
  const results: number[][] = measures.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, measure] of measures.entries()) results[index]!.push(await measure());
  const short = (value: number) => value.toFixed(value < 100 ? 1 : 0);
  console.log(`  ${what}: ${results.map((values) => values.map(short).join(' ')).join(' | ')}`);
  return results.map(median);
}

/** Writes a number of complaints as 10 k or 1 M. */
export function sizeWord(size: number): string {
  if (size % 1_000_000 === 0) return `${size / 1_000_000} M`;
  return size % 1_000 === 0 ? `${size / 1_000} k` : String(size);
}

export function printTable(rows: readonly Row[]): void {
  const more = [...new Set(rows.flatMap((row) => Object.keys(row.columns ?? {})))];
  const table = [
    ['what', 'measured', 'limit', '', ...more],
    ...rows.map(({ what, measured, limit, holds, columns }) => {
      return [what, measured, limit, holds ? 'holds' : 'MISSED', ...more.map((name) => columns?.[name] ?? '')];
    }),
  ];
  const widths = table[0]!.map((_, at) => Math.max(...table.map((cells) => cells[at]!.length)));
  for (const cells of table) {
    const line = cells.map((cell, at) => cell.padEnd(widths[at]!)).join('  ');
    console.log(line.trimEnd());
  }
}
