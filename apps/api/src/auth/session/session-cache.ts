import type { FastifyInstance } from 'fastify';
import type { Live } from '../../realtime/pubsub.ts';
import type { Services } from '../../services.ts';
import type { StoredSession } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly sessionCache: SessionCache;
  }
}

/** For how many milliseconds a session is answered from memory. */
const keptFor = 5_000;
const mostKept = 4_000;
const mostEnding = 1_000;

interface Entry {
  readonly session: StoredSession;
  readonly at: number;
  /** The connection that would have heard of its end. */
  readonly connection: number;
}

/**
 * Sessions of citizens, in memory for a few seconds. A session is dropped when this process ends it, and when another one
 * announces its end; while such news cannot be heard, nothing is kept. Sessions of staff are never kept.
 */
export class SessionCache {
  readonly #live: Pick<Live, 'connectionId'>;
  /** By the hash of the token, the oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #keys = new Map<string, string>();
  /** Ended in this process, by a transaction that may not have committed yet. */
  readonly #ending = new Set<string>();
  #ends = 0;
  readonly #unfollow: () => void;

  constructor(live: Pick<Live, 'connectionId' | 'followSessionEnds'>) {
    this.#live = live;
    this.#unfollow = live.followSessionEnds((id) => {
      if (id === undefined) return;
      this.#drop(id);
      this.#ending.delete(id);
    });
    openCaches.add(this);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns a session from memory if it is usable, otherwise from the database, and keeps that. */
  async read(
    key: string,
    isUsable: (session: StoredSession) => boolean,
    readStored: () => Promise<StoredSession | undefined>,
  ): Promise<StoredSession | undefined> {
    const connection = this.#live.connectionId();
    const entry = this.#entries.get(key);
    const isFresh = entry && entry.connection === connection && performance.now() - entry.at < keptFor;
    if (isFresh && isUsable(entry.session)) return entry.session;
    const [at, ends] = [performance.now(), this.#ends];
    const session = await readStored();
    // One that ended while it was read would otherwise be kept as alive.
    const isCurrent = ends === this.#ends && connection !== undefined && connection === this.#live.connectionId();
    if (session && isCurrent) this.#keep(key, { session, at, connection });
    return session;
  }

  /** Drops a session that this process is ending; until the end is announced, it is not kept again. */
  end(sessionId: string): void {
    this.#drop(sessionId);
    this.#ending.add(sessionId);
    const [oldest] = this.#ending;
    if (this.#ending.size > mostEnding && oldest !== undefined) this.#ending.delete(oldest);
  }

  close(): void {
    this.#unfollow();
    openCaches.delete(this);
  }

  #keep(key: string, entry: Entry): void {
    const { role, sessionId } = entry.session.caller;
    if (role !== 'citizen' || this.#ending.has(sessionId)) return;
    this.#remove(sessionId);
    this.#entries.set(key, entry);
    this.#keys.set(sessionId, key);
    const [oldest] = this.#keys.keys();
    if (this.#entries.size > mostKept && oldest !== undefined) this.#remove(oldest);
  }

  #drop(sessionId: string): void {
    this.#ends += 1;
    this.#remove(sessionId);
  }

  #remove(sessionId: string): void {
    this.#entries.delete(this.#keys.get(sessionId) ?? '');
    this.#keys.delete(sessionId);
  }
}

const openCaches = new Set<SessionCache>();

/** Drops sessions from the memory of this process. Call it before the transaction that ends them commits. */
export function dropSessions(sessionIds: readonly string[]): void {
  for (const cache of openCaches) for (const id of sessionIds) cache.end(id);
}

/** Gives a server its memory of sessions. */
export function cacheSessions(app: FastifyInstance, { live }: Pick<Services, 'live'>): void {
  const cache = new SessionCache(live);
  app.decorate('sessionCache', cache);
  app.addHook('onClose', () => cache.close());
}
