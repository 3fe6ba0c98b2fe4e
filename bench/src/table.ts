/** One measure and whether it holds. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly limit: string;
  readonly holds: boolean;
  /** What else was measured, by the heads of their columns. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** The middle value; of an even count the lower one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

export function printTable(rows: readonly Row[]): void {
  const more = [...new Set(rows.flatMap((row) => Object.keys(row.columns ?? {})))];
  const columns = [
    ['what', 'measured', 'limit', '', ...more],
    ...rows.map((row) => [
      row.what,
      row.measured,
      row.limit,
      row.holds ? 'holds' : 'MISSED',
      ...more.map((name) => row.columns?.[name] ?? ''),
    ]),
  ];
  const widths = columns[0]!.map((_, at) => Math.max(...columns.map((cells) => cells[at]!.length)));
  for (const cells of columns)
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    );
}
