import { isSmall } from '../small.ts';
import type { Row } from '../table.ts';
import type { Cluster } from './cluster.ts';
import { mdaId, mdas } from './fill.ts';
import { anyOf, getRequest, type Load, load } from './load.ts';
import { type Served, servePortal } from './portal.ts';
import { anyOfficer, type Reader, readersOf } from './readers.ts';
import { sizeWord } from './sizes.ts';
import { takeTurns } from './turns.ts';

/** Fewer at once, so that what is measured is the answer and not the queue before it. */
const few = 4;
const requests = isSmall ? 100 : 2_000;
const most = 1.5;

/** What citizens and officers look at all the time, in a large portal against a small one. */
export async function listRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const [smallest, biggest] = [sizes[0], sizes.at(-1)];
  if (smallest === undefined || biggest === undefined || smallest === biggest) return [];
  return smallAgainstBig(cluster, smallest, biggest);
}

interface Growing {
  readonly what: string;
  readonly measure: 'p99' | 'median';
  readonly next: (any: () => Reader) => Buffer;
}

const growing: Growing[] = [
  { what: "p99 of a citizen's list", measure: 'p99', next: (any) => getRequest('/api/complaint', any().sender) },
  { what: "p99 of a desk's queue", measure: 'p99', next: () => getRequest('/api/desk/complaint', anyOfficer()) },
  {
    what: 'MDA statistics with both top tables',
    measure: 'median',
    next: (any) => getRequest('/api/mda/stats', any().sender),
  },
  {
    what: 'the months of one MDA',
    measure: 'median',
    next: (any) => getRequest(`/api/mda/${mdaId(anyOf(mdas))}/summary`, any().sender),
  },
];

async function smallAgainstBig(cluster: Cluster, smallest: number, biggest: number): Promise<Row[]> {
  const urls = [(await cluster.database(smallest)).url, (await cluster.database(biggest)).url];
  return withServed(
    urls.map((url, at) => () => servePortal(4320 + at, { DATABASE_URL: url })),
    async ([small, big]) => {
      await visitAll(small!, smallest);
      await visitAll(big!, biggest);
      const rows: Row[] = [];
      for (const { what, measure, next } of growing) {
        const time = (server: Served, size: number) => {
          const readers = readersOf(size);
          const any = () => readers[anyOf(readers.length)]!;
          const question: Load = {
            port: server.port,
            connections: few,
            next: () => next(any),
            status: 200,
            until: { requests },
          };
          return async () => (await load(question))[measure];
        };
        await time(small!, smallest)();
        await time(big!, biggest)();
        const [before, after] = await takeTurns(
          `${what} at ${sizeWord(smallest)}, then at ${sizeWord(biggest)}, in ms`,
          time(small!, smallest),
          time(big!, biggest),
        );
        rows.push({
          what: `${what}, ${few} clients`,
          measured: `${before.toFixed(1)} ms at ${sizeWord(smallest)}, ${after.toFixed(1)} ms at ${sizeWord(biggest)}: ${(after / before).toFixed(2)} ×`,
          limit: `≤ ${most} ×`,
          holds: after / before <= most,
        });
      }
      return rows;
    },
  );
}

/** Everybody who reads has been there before: their rows are in memory, in a large portal as in a small one. */
export async function visitAll(portal: Served, size: number): Promise<void> {
  const readers = readersOf(size);
  let at = 0;
  const next = () => getRequest('/api/complaint', readers[at++ % readers.length]!.sender);
  await load({ port: portal.port, connections: few, next, status: 200, until: { requests: readers.length } });
}

/** Starts servers, works, and stops them. */
async function withServed<T>(
  starts: readonly (() => Promise<Served>)[],
  work: (served: readonly Served[]) => Promise<T>,
): Promise<T> {
  const served: Served[] = [];
  try {
    for (const start of starts) served.push(await start());
    return await work(served);
  } finally {
    for (const one of served) await one.stop();
  }
}
