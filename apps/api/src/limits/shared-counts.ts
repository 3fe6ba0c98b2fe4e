import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../db/database.ts';
import { addUses, throttleKey } from './throttle.store.ts';

/*
 * Limits for every request, counted by all processes and servers on one database together, without a query for each request.
 * A process counts by itself and tells the database once a second, all keys in one statement, and learns what the others
 * counted. Whoever uses less than a fiftieth of a limit is told of at no time and costs nothing.
 *
 * How exact: each process lets through at most a fiftieth of the limit unseen, and what arrives within a second before it
 * hears of the others. While the database is away each process holds the limit by itself.
 */

const settleEvery = 1_000;
const silentShare = 50;

/**
 * As many counts as are kept: one for each network, one for each call that it makes, and one for each session. Past that, those
 * unused for longest are forgotten, and with them who asks slowly but too much. A count takes about 400 bytes, so that ten
 * thousand networks with ten counts each fit into 40 MB.
 */
const mostKeys = 100_000;

interface Count {
  readonly key: Buffer;
  readonly max: number;
  readonly seconds: number;
  /** What the database knew of when it was last told. */
  told: number;
  /** Uses here since then. */
  untold: number;
  /** When the window ends, by `performance.now`. */
  until: number;
}

export interface SharedCounts {
  /** Counts one use, and answers all uses in the present window and how long that lasts, in milliseconds. */
  use(
    parts: readonly string[],
    rate: { readonly max: number; readonly seconds: number },
  ): { current: number; ttl: number };
  /** Tells the database, and learns from it. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export function startSharedCounts(db: Database, log: FastifyBaseLogger): SharedCounts {
  const counts = new Map<string, Count>();
  let settling: Promise<void> | undefined;
  let failing = false;

  async function tell(): Promise<void> {
    const due = [...counts.values()].filter(isWorthTelling);
    if (due.length === 0) return;
    const sent = due.map(({ untold }) => untold);
    try {
      const known = await addUses(
        db,
        due.map(({ key, seconds }, index) => ({ key, seconds, uses: sent[index] ?? 0 })),
      );
      for (const [index, count] of due.entries()) {
        const found = known.get(count.key.toString('hex'));
        if (!found) continue;
        count.told = found.uses;
        count.untold -= sent[index] ?? 0;
        count.until = performance.now() + found.milliseconds;
      }
      failing = false;
    } catch (error) {
      // What was not told stays counted here, and is told next time.
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
          : { key: throttleKey(parts), max, seconds, told: 0, untold: 0, until: now + seconds * 1000 };
      count.untold += 1;
      // Put in anew, so that the first one is always the one that was not used for longest.
      counts.delete(name);
      counts.set(name, count);
      if (counts.size > mostKeys) forgetFirst(counts);
      return { current: count.told + count.untold, ttl: count.until - now };
    },
    settle,
    async stop() {
      clearInterval(timer);
      await settling;
    },
  };
}

function isWorthTelling({ max, told, untold, until }: Count): boolean {
  // Once somebody is past the limit, what more they send changes nothing.
  const isOver = told > max;
  return untold > 0 && !isOver && untold >= max / silentShare && until > performance.now();
}

function forgetFirst(counts: Map<string, Count>): void {
  for (const name of counts.keys()) {
    counts.delete(name);
    return;
  }
}
