/**
 * `npm run bench`: speed and size against their limits, as a table. Ends with exit code 1 when one is missed.
 * `npm run bench -- lighthouse` runs one part; `npm run bench -- create --sizes 10k,1m --keep DIR` says how many complaints there are,
 * and where the filled databases are kept for the next run.
 */
import { auditRows } from './audit.ts';
import { deskRows } from './desk.ts';
import { lighthouseRows } from './lighthouse.ts';
import { openCluster } from './speed/cluster.ts';
import { createRows } from './speed/create.ts';
import { readAsked } from './speed/sizes.ts';
import { printTable, type Row } from './table.ts';

const parts: Record<string, () => Promise<Row[]>> = {
  lighthouse: lighthouseRows,
  audit: auditRows,
  desk: deskRows,
  create,
};

const { parts: wanted, sizes, keep } = readAsked(process.argv.slice(2));
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

async function create(): Promise<Row[]> {
  const cluster = await openCluster(keep);
  try {
    return await createRows(cluster, sizes);
  } finally {
    await cluster.close();
  }
}
