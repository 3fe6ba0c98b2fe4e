import { isSmall } from '../small.ts';
import type { Row } from '../table.ts';
import type { Cluster } from './cluster.ts';
import { citizenId, mdaId, mdas } from './fill.ts';
import { anyOf, getRequest, type Load, load } from './load.ts';
import { nodeProgram, type Served, servePortal, serveProgram } from './portal.ts';
import { anyOfficer, type Reader, type Reading, readersOf, readingsOf } from './readers.ts';
import { sizeWord } from './sizes.ts';
import { takeTurns } from './turns.ts';

const connections = 16;
const seconds = isSmall ? 0.3 : 3;
const least = 0.6;
/** Fewer at once, so that what is measured is the answer and not the queue before it. */
const few = 4;
const requests = isSmall ? 100 : 2_000;
const most = 1.5;

/** What citizens and officers look at all the time: against a bare server, and in a large portal against a small one. */
export async function listRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of sizes) rows.push(...(await againstBare(cluster, size)));
  const [smallest, biggest] = [sizes[0], sizes.at(-1)];
  if (smallest === undefined || biggest === undefined || smallest === biggest) return rows;
  return [...rows, ...(await smallAgainstBig(cluster, smallest, biggest))];
}

interface Question {
  readonly what: string;
  /** What a citizen asks the portal, and the bare server. */
  readonly ours: (reading: Reading) => string;
  readonly bare: (reading: Reading) => string;
}

const questions: Question[] = [
  { what: "citizen's list", ours: () => '/api/complaint', bare: ({ reader }) => `/list/${citizenId(reader.citizen)}` },
  {
    what: "citizen's details",
    ours: ({ id }) => `/api/complaint/${id}`,
    bare: ({ reader, id }) => `/details/${citizenId(reader.citizen)}/${id}`,
  },
];

async function againstBare(cluster: Cluster, size: number): Promise<Row[]> {
  const database = await cluster.database(size);
  return withServed(
    [
      () => servePortal(4320, { DATABASE_URL: database.url }),
      () =>
        serveProgram(nodeProgram('bench/src/speed/bare.ts'), {
          port: 4321,
          path: '/ready',
          environment: { PORT: '4321', DATABASE_URL: database.url },
        }),
    ],
    async ([portal, bare]) => {
      const rows: Row[] = [];
      for (const question of questions) rows.push(await compareWithBare(question, size, portal!, bare!));
      return rows;
    },
  );
}

async function compareWithBare({ what, ours, bare }: Question, size: number, portal: Served, other: Served) {
  const readings = readingsOf(size);
  const ask = (server: Served, path: Question['ours'], until: Load['until'], which: () => Reading) => {
    const next = () => {
      const reading = which();
      return getRequest(path(reading), reading.reader.sender);
    };
    return load({ port: server.port, connections, next, status: 200, until });
  };
  const measure = (server: Served, path: Question['ours']) =>
    ask(server, path, { seconds }, () => readings[anyOf(readings.length)]!);
  // Everything was read before, so that neither waits for the disk, and both have run long enough to be as fast as they get.
  for (const [server, path] of [
    [portal, ours],
    [other, bare],
  ] as const) {
    let at = 0;
    await ask(server, path, { requests: readings.length }, () => readings[at++]!);
  }
  const [own, theirs] = await takeTurns(
    `${what} at ${sizeWord(size)}, then bare, a second`,
    async () => (await measure(portal, ours)).perSecond,
    async () => (await measure(other, bare)).perSecond,
  );
  return {
    what: `${what} at ${sizeWord(size)}, ${connections} clients`,
    measured: `${own.toFixed(0)}/s, ${((own / theirs) * 100).toFixed(0)} % of the bare server's ${theirs.toFixed(0)}/s`,
    limit: `≥ ${least * 100} %`,
    holds: own / theirs >= least,
  };
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
  await load({ port: portal.port, connections, next, status: 200, until: { requests: readers.length } });
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
