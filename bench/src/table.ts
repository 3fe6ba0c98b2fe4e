/** One measure and whether it holds. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly limit: string;
  readonly holds: boolean;
}

/** The middle value; of an even count the lower one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

export function printTable(rows: readonly Row[]): void {
  const columns = [
    ['what', 'measured', 'limit', ''],
    ...rows.map((row) => [row.what, row.measured, row.limit, row.holds ? 'holds' : 'MISSED']),
  ];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...columns.map((cells) => cells[at]!.length)));
  for (const cells of columns)
    console.log(
      cells
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    );
}
