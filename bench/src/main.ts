/**
 * `npm run bench`: speed and size against their limits, as a table. Ends with exit code 1 when one is missed.
 * `npm run bench -- lighthouse` runs one part; `npm run bench -- compare --sizes 10k,1m --keep DIR` says how many complaints there are,
 * and where the filled databases are kept for the next run.
 * `npm run bench -- --small` shows that each part works, on little data: its figures say nothing, and a missed limit is no failure.
 */
import { deskRows } from './desk.ts';
import { lighthouseRows } from './lighthouse.ts';
import { isSmall } from './small.ts';
import { type Cluster, openCluster } from './speed/cluster.ts';
import { compareRows } from './speed/compare.ts';
import { listRows } from './speed/lists.ts';
import { logRows } from './speed/log-cost.ts';
import { searchRows } from './speed/search.ts';
import { readAsked } from './speed/sizes.ts';
import { startRows } from './speed/start.ts';
import { uploadRows } from './speed/uploads.ts';
import { printTable, type Row } from './table.ts';

const { parts: wanted, sizes, keep } = readAsked(process.argv.slice(2));

let cluster: Promise<Cluster> | undefined;
const filled = () => (cluster ??= openCluster(keep));

/** In this order: what reads first, so that it finds the databases as they were filled. */
const parts: Record<string, () => Promise<Row[]>> = {
  lighthouse: lighthouseRows,
  desk: deskRows,
  start: startRows,
  lists: async () => listRows(await filled(), sizes),
  search: async () => searchRows(await filled(), sizes),
  uploads: async () => uploadRows(await filled(), sizes),
  compare: async () => compareRows(await filled(), sizes),
  log: async () => logRows(await filled(), sizes),
};

const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const rows: Row[] = [];
try {
  for (const [name, run] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await run()));
  }
} finally {
  await (await cluster)?.close();
}
printTable(rows);
process.exitCode = isSmall || rows.every((row) => row.holds) ? 0 : 1;
