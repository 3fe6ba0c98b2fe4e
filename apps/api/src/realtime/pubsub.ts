import { EventEmitter } from 'node:events';
import type { Presence } from '@baraza/contract';
import { type SQL, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { announcement } from '../db/schema/tables.ts';

/** News reach every server process through one LISTEN connection each. */
export type PubSub = Omit<Awaited<ReturnType<typeof startPubSub>>, 'stop'>;

/** Somebody of the staff of an MDA, or for null of oversight. */
export interface Reader {
  readonly readerId: string;
  readonly mdaId: string | null;
}

/** Called with the id of what is new; without one when something may have been missed. */
type Listener = (id?: string) => void;
/** The same, with who is recused and who saw it until now. */
type Hearer = (id?: string, recusedStaff?: string, sawIt?: string) => void;

const channel = 'notification';
/** The trigger `complaint_changed` announces here. */
const complaintChannel = 'complaint';
const presenceChannel = 'presence';
const everyMda = '*';
const endChannel = 'session_end';

/** Announces a notification when, and only when, the transaction commits; the notifier sends it. */
export async function announce(db: Database, accountId: string, notificationId: string): Promise<void> {
  await db.insert(announcement).values({ channel, payload: `${accountId} ${notificationId}` });
}

/** Announces each notification that a part of the statement inserted, by `id` and `account_id`. */
export function announceRows(inserted: SQL): SQL {
  return sql`insert into ${announcement} (channel, payload)
    select ${channel}, account_id || ' ' || id from ${inserted}`;
}

/** Announces the end of sessions when, and only when, the transaction commits, at once. */
export async function announceEnds(db: Database, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.execute(sql`select pg_notify(${endChannel}, id) from unnest(${sql.param(sessionIds)}::text[]) as id`);
}

/** Announces to the eligible staff of an MDA who has a complaint open. Nothing is stored. */
export async function announcePresence(
  db: Database,
  { mdaId, recusedStaff }: { readonly mdaId: string; readonly recusedStaff: readonly string[] },
  presence: Presence,
): Promise<void> {
  // A payload holds 8000 bytes: with so many recused it is not announced.
  if (recusedStaff.length > 100) return;
  const payload = [mdaId, recusedStaff.join(','), encodeURIComponent(JSON.stringify(presence))].join(' ');
  await db.execute(sql`select pg_notify(${presenceChannel}, ${payload})`);
}

const retryAfter = 2_000;
/** Interval and timeout of the connection's heartbeat, in milliseconds. */
const beatEvery = 5_000;
const beatPatience = 4_900;
export const heartbeat = 'select 1 as heartbeat';

/** Starts listening on a connection of its own, and connects anew when that is lost. */
export async function startPubSub(connect: () => pg.Client, log: FastifyBaseLogger) {
  /** Events are named by channel and whom they are about. */
  const emitter = new EventEmitter().setMaxListeners(0);
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
      if (heard === endChannel) return void emitter.emit(endChannel, payload);
      const [key = '', ...news] = payload.split(' ');
      emitter.emit(`${heard} ${key}`, ...news);
      if (heard !== channel) emitter.emit(`${heard} ${everyMda}`, ...news);
    });
    try {
      await fresh.connect();
      await fresh.query(`listen ${complaintChannel}`);
      await fresh.query(`listen ${presenceChannel}`);
      await fresh.query(`listen ${endChannel}`);
      await fresh.query(`listen ${channel}`);
      client = fresh;
      connections += 1;
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
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      listening = listen().then(wakeAll, again);
    }, retryAfter);
  }

  function wakeAll(): void {
    for (const name of emitter.eventNames()) emitter.emit(name);
  }

  function follow(name: string, listener: Hearer): () => void {
    emitter.on(name, listener);
    return () => void emitter.off(name, listener);
  }

  await listen();
  return {
    /** Calls the listener with the id of each new notification of an account; without one after a lost connection. */
    subscribe: (accountId: string, listener: Listener) => follow(`${channel} ${accountId}`, listener),
    /** Calls the listener with each complaint of an MDA (null: any) that changed; of a new recusal only that something did. */
    followComplaints: ({ mdaId, readerId }: Reader, listener: Listener) =>
      follow(`${complaintChannel} ${mdaId ?? everyMda}`, (id, recusedStaff = '', sawIt = '') => {
        if (sawIt.includes(readerId)) listener();
        else if (!recusedStaff.includes(readerId)) listener(id);
      }),
    /** Calls the listener with who has a complaint of this MDA open. The caller's own presence is left out. */
    followPresence: ({ mdaId, readerId }: Reader, listener: (presence: Presence) => void) =>
      follow(`${presenceChannel} ${mdaId ?? everyMda}`, (recusedStaff = '', words) => {
        if (words === undefined || recusedStaff.includes(readerId)) return;
        const presence = JSON.parse(decodeURIComponent(words)) as Presence;
        if (presence.person.id !== readerId) listener(presence);
      }),
    /** Calls the listener with the id of each session that is ended. Otherwise like `subscribe`. */
    followSessionEnds: (listener: Listener) => follow(endChannel, listener),
    /** Names the connection that hears the news now; undefined while there is none. */
    connectionId: () => (client === undefined ? undefined : connections),
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(retry);
      // One that is just being opened has to be there before it can be closed.
      await listening;
      await client?.end();
    },
  };
}

/** Sends what was announced and committed to every server: NOTIFY for a batch at once, in the commit that removes its rows. */
export async function sendAnnouncements(db: Database): Promise<void> {
  await db.execute(sql`
    with committed as (delete from ${announcement} returning channel, payload)
    select from committed where pg_notify(channel, payload) is null`);
}
