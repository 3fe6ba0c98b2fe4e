import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { addUses, throttleKey } from './throttle.store.ts';

/*
 * Request limits shared by all processes and servers on one database, without a query for each request. A process counts by itself and
 * settles with the database once a second, all keys in one statement. Keys below a fiftieth of their limit are not reported.
 *
 * Accuracy: each process lets at most a fiftieth of the limit pass unseen, and what arrives within a second before it learns of the others.
 * While the database is away each process enforces the limit by itself.
 */

const settleEvery = 1_000;
const silentShare = 50;

/**
 * Maximum of counts in memory: per network, per call of a network, and per session.
 * Past it the least recently used are dropped. A count takes about 400 bytes, so ten thousand networks with ten counts each fit into 40 MB.
 */
const mostKeys = 100_000;

interface Count {
  readonly key: Buffer;
  readonly max: number;
  readonly seconds: number;
  /** Uses known to the database at the last settling. */
  settled: number;
  /** Uses here since then. */
  pending: number;
  /** When the window ends, by `performance.now`. */
  until: number;
}

export interface SharedCounts {
  /** Counts one use; returns all uses in the window and its remaining milliseconds. */
  use(
    parts: readonly string[],
    rate: { readonly max: number; readonly seconds: number },
  ): { current: number; ttl: number };
  /** Settles with the database. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export function startSharedCounts(db: Database, log: FastifyBaseLogger): SharedCounts {
  const counts = new Map<string, Count>();
  let settling: Promise<void> | undefined;
  let failing = false;

  async function tell(): Promise<void> {
    const due = [...counts.values()].filter(isWorthSettling);
    if (due.length === 0) return;
    const sent = due.map(({ pending }) => pending);
    try {
      const known = await addUses(
        db,
        due.map(({ key, seconds }, index) => ({ key, seconds, uses: sent[index] ?? 0 })),
      );
      for (const [index, count] of due.entries()) {
        const shared = known.get(count.key.toString('hex'));
        if (!shared) continue;
        count.settled = shared.uses;
        count.pending -= sent[index] ?? 0;
        count.until = performance.now() + shared.milliseconds;
      }
      failing = false;
    } catch (error) {
      // Unsettled uses stay counted here for the next time.
      if (!failing) log.warn({ err: error }, 'The limits cannot be shared with other servers for now.');
      failing = true;
    }
  }

  const settle = () => (settling ??= tell().finally(() => (settling = undefined)));
  const timer = setInterval(() => void settle(), settleEvery).unref();
  return {
    use(parts, { max, seconds }) {
      const name = parts.join(' ');
      const now = performance.now();
      const known = counts.get(name);
      const count =
        known && known.until > now
          ? known
          : { key: throttleKey(parts), max, seconds, settled: 0, pending: 0, until: now + seconds * 1000 };
      count.pending += 1;
      // Reinserted, so that the first entry is the least recently used.
      counts.delete(name);
      counts.set(name, count);
      if (counts.size > mostKeys) forgetFirst(counts);
      return { current: count.settled + count.pending, ttl: count.until - now };
    },
    settle,
    async stop() {
      clearInterval(timer);
      await settling;
    },
  };
}

function isWorthSettling({ max, settled, pending, until }: Count): boolean {
  // Past the limit, further uses change nothing.
  const isOver = settled > max;
  return pending > 0 && !isOver && pending >= max / silentShare && until > performance.now();
}

function forgetFirst(counts: Map<string, Count>): void {
  for (const name of counts.keys()) {
    counts.delete(name);
    return;
  }
}
