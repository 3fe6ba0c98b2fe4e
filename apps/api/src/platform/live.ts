import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '../db/database.ts';

/** News reach every server process through one LISTEN connection each. */
export interface Live {
  /**
   * Calls the listener with the id of each new notification of this account, until the returned function is called. After
   * the connection was lost it is called with no id: something may have been missed.
   */
  subscribe(accountId: string, listener: (notificationId?: string) => void): () => void;
}

const channel = 'notification';

/** Announces a notification when, and only when, the transaction commits. */
export async function announce(db: Database, accountId: string, notificationId: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${`${accountId} ${notificationId}`})`);
}

export interface RunningLive extends Live {
  stop(): Promise<void>;
}

const retryAfter = 2_000;

/** Starts listening on a connection of its own, and connects anew when that is lost. */
export async function startLive(connect: () => pg.Client, log: FastifyBaseLogger): Promise<RunningLive> {
  const listeners = new Map<string, Set<(notificationId?: string) => void>>();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let listening: Promise<void> | undefined;

  async function listen(): Promise<void> {
    const fresh = connect();
    fresh.on('error', (error) => log.warn({ err: error }, 'The line for live news was lost; it is opened again.'));
    fresh.once('end', again);
    fresh.on('notification', ({ payload = '' }) => {
      const [accountId = '', notificationId] = payload.split(' ');
      for (const listener of listeners.get(accountId) ?? []) listener(notificationId);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      client = fresh;
    } catch (error) {
      // A line that does not answer must not stay open beside the next one. Its own end is not waited for: it may never come.
      fresh.end().catch(() => {});
      throw error;
    }
  }

  function again(): void {
    client = undefined;
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      listening = listen().then(wakeAll, again);
    }, retryAfter);
  }

  function wakeAll(): void {
    for (const own of listeners.values()) for (const listener of own) listener();
  }

  await listen();
  return {
    subscribe(accountId, listener) {
      const own = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(accountId);
      };
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      // One that is just being opened has to be there before it can be closed.
      await listening;
      await client?.end();
    },
  };
}
