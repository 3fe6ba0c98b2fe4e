/**
 * `npm run bench`: measures speed against limits and prints a table. Exits with 1 when a limit is missed.
 * `npm run bench -- compare` runs one part. `--sizes 10k,1m` sets the numbers of complaints, `--keep DIR` keeps the filled databases for
 * the next run. `--small` only shows that each part works, on little data: a missed limit is no failure then.
 */
import { parseArgs } from 'node:util';
import { type Cluster, openCluster } from './cluster.ts';
import { compareRows } from './compare.ts';
import { deskQuestions } from './desk.ts';
import { fleetRows } from './fleet.ts';
import { growthRows } from './growth.ts';
import { keyRows } from './keys.ts';
import { morningRows } from './morning.ts';
import { isSmall, printTable, type Row } from './report.ts';
import { startRows } from './start.ts';
import { volumeRows } from './volume.ts';

/** In this order: reading first, so that it finds the databases as they were filled. */
const parts: Record<string, (cluster: () => Promise<Cluster>, sizes: readonly number[]) => Promise<Row[]>> = {
  start: startRows,
  morning: morningRows,
  growth: async (cluster, sizes) => growthRows(await cluster(), sizes),
  compare: async (cluster, sizes) => compareRows(await cluster(), sizes),
  volume: async (cluster) => volumeRows(await cluster()),
  desk: async (cluster, sizes) => compareRows(await cluster(), sizes, deskQuestions),
  fleet: async (cluster, sizes) => fleetRows(await cluster(), sizes),
  keys: async (cluster, sizes) => keyRows(await cluster(), sizes),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'string' }, keep: { type: 'string' }, small: { type: 'boolean' } },
});
const sizes = (values.sizes ?? (isSmall ? '200,400' : '10k,1m')).split(',').map(readSize);
sizes.sort((a, b) => a - b);

function readSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([km]?)$/iu.exec(text.trim()) ?? [];
  if (digits === undefined) throw new Error(`--sizes takes numbers such as 10k,1m,10m, not ${JSON.stringify(text)}.`);
  return Number(digits) * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1);
}

let opened: Promise<Cluster> | undefined;
const cluster = () => (opened ??= openCluster(values.keep));
const unknown = positionals.find((name) => !(name in parts));
if (unknown !== undefined) throw new Error(`There is no part ${unknown}. Parts: ${Object.keys(parts).join(', ')}.`);
const rows: Row[] = [];
try {
  for (const [name, run] of Object.entries(parts))
    if (positionals.length === 0 || positionals.includes(name)) rows.push(...(await run(cluster, sizes)));
} finally {
  await (await opened)?.close();
}
printTable(rows);
process.exitCode = isSmall || rows.every((row) => row.holds) ? 0 : 1;
