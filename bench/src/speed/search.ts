import { states } from '@baraza/contract/complaint/lifecycle';
import { isSmall } from '../small.ts';
import type { Row } from '../table.ts';
import { type Cluster, readIn } from './cluster.ts';
import { mdas, trackingId } from './fill.ts';
import { anyOf, getRequest, load } from './load.ts';
import { visitAll } from './lists.ts';
import { servePortal } from './portal.ts';
import { anyComplaintOf, anyOfficer, readersOf } from './readers.ts';
import { sizeWord } from './sizes.ts';
import { repeatedly } from './turns.ts';

const named = 1_000_000;
const connections = 4;
const requests = isSmall ? 100 : 1_000;
/** In milliseconds. */
const most = 50;

/** Searching by words and by the end of a tracking id, at the desk and as a citizen, in a portal of a million complaints. */
export async function searchRows(cluster: Cluster, sizes: readonly number[]): Promise<Row[]> {
  const size = sizes.includes(named) ? named : (sizes.at(-1) ?? named);
  const database = await cluster.database(size);
  await readIn(database);
  const portal = await servePortal(4320, { DATABASE_URL: database.url });
  try {
    await visitAll(portal, size);
    const rows: Row[] = [];
    for (const [what, next] of Object.entries(searches(size))) {
      const run = async () =>
        (await load({ port: portal.port, connections, next, status: 200, until: { requests } })).p99;
      await run();
      const p99 = await repeatedly(`p99 of ${what} at ${sizeWord(size)}, in ms`, run);
      rows.push({
        what: `p99 of ${what} at ${sizeWord(size)}, ${connections} clients`,
        measured: `${p99.toFixed(1)} ms`,
        limit: `≤ ${most} ms`,
        holds: p99 <= most,
      });
    }
    return rows;
  } finally {
    await portal.stop();
  }
}

function searches(size: number): Record<string, () => Buffer> {
  const readers = readersOf(size);
  const asCitizen = (q: (citizen: number) => string) => {
    const { sender, citizen } = readers[anyOf(readers.length)]!;
    return getRequest(`/api/complaint?${new URLSearchParams({ q: q(citizen) })}`, sender);
  };
  // As the search box of the desk asks: whatever the state, the newest first.
  const atDesk = (q: (mda: number) => string) => {
    const { officer, ...sender } = anyOfficer();
    const query = new URLSearchParams({ q: q(officer % mdas), state: states.join(','), sort: 'latest' });
    return getRequest(`/api/desk/complaint?${query}`, sender);
  };
  const ofMda = (mda: number) => mda + mdas * anyOf(size / mdas);
  return {
    "the desk's search for a word": () => atDesk(anyWord),
    "the desk's search for two words": () => atDesk(() => `${anyWord()} ${anyWord()}`),
    "the desk's search for the end of a tracking id": () => atDesk((mda) => tail(ofMda(mda))),
    "the citizen's search for a word": () => asCitizen(anyWord),
    "the citizen's search for a tracking id": () => asCitizen((citizen) => trackingId(anyComplaintOf(citizen, size))),
  };
}

/** Every other time a word that is in every complaint, otherwise one that is in a few of a thousand. No word begins many others. */
const anyWord = () => ['water', 'road'][anyOf(4)] ?? `word${Math.floor(1_000 * 20 ** Math.random())}`;

/** Four to six characters. */
const tail = (number: number) => trackingId(number).slice(-4 - anyOf(3));
