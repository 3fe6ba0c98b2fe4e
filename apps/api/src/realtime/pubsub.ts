import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { announcement } from '../db/schema/tables.ts';

/** News reach every server process through one LISTEN connection each. */
export interface Live {
  /**
   * Calls the listener with the id of each new notification of this account, until the returned function is called. After
   * the connection was lost it is called with no id: something may have been missed.
   */
  subscribe(accountId: string, listener: Listener): () => void;
  /**
   * Calls the listener with the id of each complaint of this MDA that came in or changed, or was offered to it; of any MDA
   * for null. The reader is not told of what is kept from them, and of what they saw until now only that something changed. Otherwise
   * like `subscribe`.
   */
  followComplaints(reader: Reader, listener: Listener): () => void;
  /** Calls the listener with the id of each session that is ended. Otherwise like `subscribe`. */
  followSessionEnds(listener: Listener): () => void;
  /**
   * For how many milliseconds at least there has been no news of this account, or of complaints of this MDA: what was read
   * later than that is not older than what one hears from now on.
   */
  quietFor(about: { readonly accountId: string } | Reader): number;
  /** Names the connection that hears the news now; undefined while there is none. */
  connectionId(): number | undefined;
}

/** Somebody of the staff of an MDA, or for null of oversight. */
export interface Reader {
  readonly readerId: string;
  readonly mdaId: string | null;
}

/** Called with the id of what is new; without one when something may have been missed. */
type Listener = (id?: string) => void;
/** The same, with from whom it is kept, and who of them saw it until now. */
type Hearer = (id?: string, recusedStaff?: string, sawIt?: string) => void;

const channel = 'notification';
/** The trigger `complaint_changed` announces here. */
const complaintChannel = 'complaint';
const everyMda = '*';
const endChannel = 'session_end';

/** Announces a notification when, and only when, the transaction commits; the notifier sends it. */
export async function announce(db: Database, accountId: string, notificationId: string): Promise<void> {
  await db.insert(announcement).values({ channel, payload: `${accountId} ${notificationId}` });
}

/** Announces the end of sessions when, and only when, the transaction commits, at once. */
export async function announceEnds(db: Database, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.execute(sql`select pg_notify(${endChannel}, id) from unnest(${sql.param(sessionIds)}::text[]) as id`);
}

export interface RunningPubSub extends Live {
  stop(): Promise<void>;
}

const retryAfter = 2_000;
/** How often the connection is asked for a sign of life, and for how long that is waited for, in milliseconds. */
const beatEvery = 5_000;
const beatPatience = 4_900;
export const heartbeat = 'select 1 as heartbeat';
/** Whoever opens a line has read what is on the screen within the last seconds; who took longer reads it again. */
const remembered = 120_000;

interface Update {
  readonly at: number;
  /** Who heard nothing of it; undefined where everybody did. */
  readonly hiddenFrom: readonly string[] | undefined;
}

/** When there was news last, of whatever had some within the last minutes. */
class LastUpdate {
  /** The last one that was for everybody, and what came behind it for some. */
  readonly #at = new Map<string, readonly Update[]>();
  #since: number | undefined;

  /** From now on all news are heard. */
  begin(): void {
    this.#at.clear();
    this.#since = performance.now();
  }

  /** Nothing is heard for a while. */
  pause(): void {
    this.#since = undefined;
  }

  note(key: string, hiddenFrom?: readonly string[]): void {
    const now = performance.now();
    const before = (hiddenFrom === undefined ? [] : this.#at.get(key)) ?? [];
    this.#at.delete(key);
    this.#at.set(key, [...before.filter(({ at }) => now - at < remembered), { at: now, hiddenFrom }]);
    // The oldest stand first.
    for (const [old, news] of this.#at) {
      if (now - (news.at(-1)?.at ?? 0) < remembered) break;
      this.#at.delete(old);
    }
  }

  quietFor(key: string, readerId?: string): number {
    if (this.#since === undefined) return 0;
    const heard = this.#at.get(key)?.findLast((it) => readerId === undefined || !it.hiddenFrom?.includes(readerId));
    return Math.min(remembered, performance.now() - (heard?.at ?? this.#since));
  }
}

/** Starts listening on a connection of its own, and connects anew when that is lost. */
export async function startPubSub(connect: () => pg.Client, log: FastifyBaseLogger): Promise<RunningPubSub> {
  const listeners = {
    [channel]: new Map<string, Set<Hearer>>(),
    [complaintChannel]: new Map<string, Set<Hearer>>(),
    [endChannel]: new Map<string, Set<Hearer>>(),
  };
  const last = new LastUpdate();
  let client: pg.Client | undefined;
  let connections = 0;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let listening: Promise<void> | undefined;

  async function listen(): Promise<void> {
    const fresh = connect();
    fresh.on('error', (error) => log.warn({ err: error }, 'The line for live news was lost; it is opened again.'));
    fresh.once('end', () => {
      if (client === fresh || client === undefined) again();
    });
    fresh.on('notification', ({ channel: heard, payload = '' }) => {
      if (heard === endChannel) return tell(heard, '', payload);
      const [key = '', ...news] = payload.split(' ');
      tell(heard, key, ...news);
      if (heard === complaintChannel) tell(heard, everyMda, ...news);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${complaintChannel}`);
      await fresh.query(`listen ${endChannel}`);
      await fresh.query(`listen ${channel}`);
      client = fresh;
      connections += 1;
      last.begin();
      keepBeating(fresh);
    } catch (error) {
      // A line that does not answer must not stay open beside the next one. Its own end is not waited for: it may never come.
      fresh.end().catch(() => {});
      throw error;
    }
  }

  /** Ends a connection that answers no more: when the network breaks, its socket may look open for minutes. */
  function keepBeating(beating: pg.Client): void {
    const end = () => {
      if (client === beating) again();
      // While a question waits for its answer, this closes the socket.
      beating.end().catch(() => {});
    };
    const beat = setInterval(() => {
      let isWaiting = true;
      // After whatever has come in by now: this process may have been busy, not the database.
      const deadline = setTimeout(() => setImmediate(() => isWaiting && end()), beatPatience);
      void beating
        .query(heartbeat)
        .catch(() => undefined)
        .finally(() => {
          isWaiting = false;
          clearTimeout(deadline);
        });
    }, beatEvery).unref();
    beating.once('end', () => clearInterval(beat));
  }

  function again(): void {
    client = undefined;
    last.pause();
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      listening = listen().then(wakeAll, again);
    }, retryAfter);
  }

  function tell(heard: string, key: string, ...news: Parameters<Hearer>): void {
    if (heard !== channel && heard !== complaintChannel && heard !== endChannel) return;
    const [, recusedStaff, sawIt = ''] = news;
    const hiddenFrom = recusedStaff?.split(',').filter((id) => !sawIt.includes(id));
    if (heard !== endChannel) last.note(`${heard} ${key}`, hiddenFrom);
    for (const listener of listeners[heard].get(key) ?? []) listener(...news);
  }

  function wakeAll(): void {
    for (const all of Object.values(listeners)) for (const own of all.values()) for (const listener of own) listener();
  }

  function add(all: Map<string, Set<Hearer>>, key: string, listener: Hearer): () => void {
    const own = all.get(key) ?? new Set();
    all.set(key, own.add(listener));
    return () => {
      own.delete(listener);
      if (own.size === 0) all.delete(key);
    };
  }

  await listen();
  return {
    subscribe: (accountId, listener) => add(listeners[channel], accountId, listener),
    followComplaints: ({ mdaId, readerId }, listener) =>
      add(listeners[complaintChannel], mdaId ?? everyMda, (id, recusedStaff = '', sawIt = '') => {
        if (sawIt.includes(readerId)) listener();
        else if (!recusedStaff.includes(readerId)) listener(id);
      }),
    followSessionEnds: (listener) => add(listeners[endChannel], '', listener),
    quietFor: (about) =>
      'accountId' in about
        ? last.quietFor(`${channel} ${about.accountId}`)
        : last.quietFor(`${complaintChannel} ${about.mdaId ?? everyMda}`, about.readerId),
    connectionId: () => (client === undefined ? undefined : connections),
    async stop() {
      stopped = true;
      clearTimeout(retry);
      // One that is just being opened has to be there before it can be closed.
      await listening;
      await client?.end();
    },
  };
}
