/**
 * `npm run bench`: speed and size against their limits, as a table. Ends with exit code 1 when one is missed.
 * `npm run bench -- lighthouse` runs one part.
 */
import { auditRows } from './audit.ts';
import { deskRows } from './desk.ts';
import { lighthouseRows } from './lighthouse.ts';
import { printTable, type Row } from './table.ts';

const parts: Record<string, () => Promise<Row[]>> = { lighthouse: lighthouseRows, audit: auditRows, desk: deskRows };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const rows: Row[] = [];
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await run()));
}
printTable(rows);
process.exitCode = rows.every((row) => row.holds) ? 0 : 1;
