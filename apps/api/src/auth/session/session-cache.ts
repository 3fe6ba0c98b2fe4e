import type { FastifyInstance } from 'fastify';
import type { LiveEvents } from '../../realtime/live-events.ts';
import type { Services } from '../../services.ts';
import type { StoredSession } from './caller.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly sessionCache: SessionCache;
  }
}

const maxAgeMs = 5_000;
const maxEntries = 4_000;
const maxEnded = 10_000;

interface Entry {
  readonly session: StoredSession;
  readonly readAt: number;
  /** LISTEN connection that would have received the session's end. */
  readonly connection: number;
}

/** Caches sessions of citizens for seconds. Ended ones are evicted at once; while their ends cannot arrive, the cache is bypassed. */
export class SessionCache {
  readonly #live: Pick<LiveEvents, 'connectionId'>;
  /** Keyed by the hash of the token, oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** Ids of sessions that ended, also in transactions that have not committed yet. */
  readonly #ended = new Set<string>();
  readonly #unfollow: () => void;

  constructor(live: Pick<LiveEvents, 'connectionId' | 'followSessionEnds'>) {
    this.#live = live;
    this.#unfollow = live.followSessionEnds((id) => id !== undefined && this.end(id));
    openCaches.add(this);
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Returns a usable session from memory, or else from the database, and caches that. */
  async read(
    key: string,
    isUsable: (session: StoredSession) => boolean,
    readStored: () => Promise<StoredSession | undefined>,
  ): Promise<StoredSession | undefined> {
    const connection = this.#live.connectionId();
    const entry = this.#entries.get(key);
    const isFresh = entry && entry.connection === connection && performance.now() - entry.readAt < maxAgeMs;
    if (isFresh && !this.#hasEnded(entry.session) && isUsable(entry.session)) return entry.session;
    const readAt = performance.now();
    const session = await readStored();
    if (connection === undefined || connection !== this.#live.connectionId()) return session;
    if (session?.caller.role === 'citizen' && !this.#hasEnded(session))
      this.#keep(key, { session, readAt, connection });
    return session;
  }

  end(sessionId: string): void {
    if (this.#ended.size >= maxEnded) {
      this.#ended.clear();
      this.#entries.clear();
    }
    this.#ended.add(sessionId);
  }

  close(): void {
    this.#unfollow();
    openCaches.delete(this);
  }

  #hasEnded({ caller }: StoredSession): boolean {
    return this.#ended.has(caller.sessionId);
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > maxEntries && oldest !== undefined) this.#entries.delete(oldest);
  }
}

const openCaches = new Set<SessionCache>();

/** Evicts sessions from the caches of this process. Call it before the transaction that ends them commits. */
export function dropSessions(sessionIds: readonly string[]): void {
  for (const cache of openCaches) for (const id of sessionIds) cache.end(id);
}

/** Adds a session cache to a server. */
export function cacheSessions(app: FastifyInstance, { live }: Pick<Services, 'live'>): void {
  const cache = new SessionCache(live);
  app.decorate('sessionCache', cache);
  app.addHook('onClose', () => cache.close());
}
