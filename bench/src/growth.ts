import { states } from '@baraza/contract/complaint/lifecycle';
import { type Cluster, readIn } from './cluster.ts';
import { mdaId, mdas, trackingId } from './fill.ts';
import { anyOf, getRequest, load, type Sender } from './load.ts';
import { servePortal } from './portal.ts';
import { anyComplaintOf, anyOfficer, type Reader, readersOf } from './readers.ts';
import { isSmall, type Row, sizeWord, takeTurns } from './report.ts';

/** Few clients at once, so that the response is measured and not the queue before it. */
const connections = 4;
const requests = isSmall ? 100 : 2_000;

interface Question {
  readonly what: string;
  readonly measure: 'p99' | 'median';
  /** The large portal may take this many times as long as the small one, or this many milliseconds. */
  readonly most: { readonly times: number } | { readonly milliseconds: number };
  /** The next request of a citizen, in a portal of this size. */
  readonly next: (reader: Reader, size: number) => Buffer;
}

const lists = { measure: 'p99', most: { times: 1.5 } } as const;
const numbers = { measure: 'median', most: { times: 1.5 } } as const;
const searches = { measure: 'p99', most: { milliseconds: 50 } } as const;

const questions: readonly Question[] = [
  { what: "a citizen's list", ...lists, next: ({ sender }) => getRequest('/api/complaint', sender) },
  { what: "a desk's queue", ...lists, next: () => getRequest('/api/desk/complaint', anyOfficer()) },
  {
    what: 'MDA statistics with both top tables',
    ...numbers,
    next: ({ sender }) => getRequest('/api/mda/stats', sender),
  },
  {
    what: 'the months of one MDA',
    ...numbers,
    next: ({ sender }) => getRequest(`/api/mda/${mdaId(anyOf(mdas))}/summary`, sender),
  },
  { what: "the desk's search for a word", ...searches, next: () => searchAtDesk(anyWord) },
  { what: "the desk's search for two words", ...searches, next: () => searchAtDesk(() => `${anyWord()} ${anyWord()}`) },
  {
    what: "the desk's search for the end of a tracking ID",
    ...searches,
    next: (_, size) => searchAtDesk((mda) => trackingId(mda + mdas * anyOf(size / mdas)).slice(-4 - anyOf(3))),
  },
  { what: "a citizen's search for a word", ...searches, next: ({ sender }) => search(anyWord(), sender) },
  {
    what: "a citizen's search for a tracking ID",
    ...searches,
    next: ({ sender, citizen }, size) => search(trackingId(anyComplaintOf(citizen, size)), sender),
  },
];

function search(q: string, sender: Reader['sender']): Buffer {
  return getRequest(`/api/complaint?${new URLSearchParams({ q })}`, sender);
}

/** Searches like the desk's search box: in every state, newest first. */
export function searchAtDesk(q: (mda: number) => string): Buffer {
  const { officer, ...sender } = anyOfficer();
  return deskSearch(q(officer % mdas), sender);
}

/** Searches all states at the desk, newest first. */
export function deskSearch(q: string, sender: Sender): Buffer {
  return getRequest(
    `/api/desk/complaint?${new URLSearchParams({ q, state: states.join(','), sort: 'latest' })}`,
    sender,
  );
}

/** Returns a word of every complaint half of the time, otherwise one of a few in a thousand. */
const anyWord = () => ['water', 'road'][anyOf(4)] ?? rareWord();
export const rareWord = () =>
  `word${String(Math.floor(1_000 * 20 ** Math.random())).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;

/** Measures lists, numbers and searches in a large portal against a small one. */
export async function growthRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const both = [sizes[0]!, sizes.at(-1)!];
  const portals: Awaited<ReturnType<typeof openPortal>>[] = [];
  try {
    for (const [at, size] of both.entries()) portals.push(await openPortal(cluster, size, 4320 + at));
    const rows: Row[] = [];
    for (const question of questions) {
      const { what, measure, most } = question;
      const measures = portals.map(
        ({ ask }) =>
          async () =>
            (await ask(question))[measure],
      );
      for (const warmUp of measures) await warmUp();
      const [small = 0, large = 0] = await takeTurns(`${measure} of ${what}, in ms`, ...measures);
      const times = large / small;
      const [smallSize, largeSize] = both.map(sizeWord);
      rows.push({
        what: `${measure} of ${what}, ${connections} clients`,
        measured: `${small.toFixed(1)} ms at ${smallSize}, ${large.toFixed(1)} ms at ${largeSize}: ${times.toFixed(2)} ×`,
        limit: 'times' in most ? `≤ ${most.times} ×` : `≤ ${most.milliseconds} ms`,
        holds: 'times' in most ? times <= most.times : large <= most.milliseconds,
      });
    }
    return rows;
  } finally {
    for (const { portal } of portals) await portal.stop();
  }
}

/** Serves a portal of this size that each of its readers has visited before: their rows are in memory. */
async function openPortal(cluster: Cluster, size: number, port: number) {
  const database = await cluster.database(size);
  await readIn(database);
  const portal = await servePortal(port, { DATABASE_URL: database.url });
  const readers = readersOf(size);
  const run = (count: number, next: () => Buffer) =>
    load({ port, connections, next, status: 200, until: { requests: count } });
  let at = 0;
  await run(readers.length, () => getRequest('/api/complaint', readers[at++ % readers.length]!.sender));
  return {
    portal,
    ask: ({ next }: Question) => run(requests, () => next(readers[anyOf(readers.length)]!, size)),
  };
}
