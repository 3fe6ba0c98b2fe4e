import { EventEmitter } from 'node:events';
import type { Presence } from '@baraza/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { channels } from './announce.ts';

/** Live events of a server process, which receives them over its own LISTEN connection. */
export type LiveEvents = Omit<Awaited<ReturnType<typeof openLiveEvents>>, 'stop'>;

/** A member of an MDA's staff, or of oversight where `mdaId` is null. */
interface StaffReader {
  readonly readerId: string;
  readonly mdaId: string | null;
  /** Units of a reader behind walls. */
  readonly walls?: readonly string[] | null | undefined;
}

/** Called with the id of the subject; without one when events may have been missed. */
type Listener = (id?: string) => void;
type ComplaintListener = (
  unit?: string,
  unitBefore?: string,
  id?: string,
  recusedStaff?: string,
  previously?: string,
) => void;

const everyMda = '*';

const reconnectAfter = 2_000;
/** Interval and timeout of the connection's heartbeat, in milliseconds. */
const heartbeatEvery = 5_000;
const heartbeatTimeout = 4_900;
export const heartbeat = 'select 1 as heartbeat';

/** Opens the LISTEN connection, and opens it again whenever it is lost. */
export async function openLiveEvents(connect: () => pg.Client, log: FastifyBaseLogger) {
  /** Events are named by channel and the account's or MDA's id. */
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | undefined;
  let connections = 0;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  let listening: Promise<void> | undefined;

  async function listen(): Promise<void> {
    const fresh = connect();
    fresh.on('error', (error) => log.warn({ err: error }, 'The connection for live events was lost; reconnecting.'));
    fresh.once('end', () => {
      if (client === fresh || client === undefined) reconnect();
    });
    fresh.on('notification', ({ channel, payload = '' }) => deliver(channel, payload));
    try {
      await fresh.connect();
      for (const channel of Object.values(channels)) await fresh.query(`listen ${channel}`);
      client = fresh;
      connections += 1;
      keepBeating(fresh);
    } catch (error) {
      // Close a connection that does not respond, without waiting: its end may never arrive.
      fresh.end().catch(() => {});
      throw error;
    }
  }

  function deliver(channel: string, payload: string): void {
    if (channel === channels.sessionEnd) return void emitter.emit(channel, payload);
    const [key = '', ...values] = payload.split(' ');
    emitter.emit(`${channel} ${key}`, ...values);
    if (channel !== channels.notification) emitter.emit(`${channel} ${everyMda}`, ...values);
  }

  /** Ends a connection that stops responding: when the network breaks, its socket may look open for minutes. */
  function keepBeating(beating: pg.Client): void {
    const end = () => {
      if (client === beating) reconnect();
      // While a query waits for its result, this closes the socket.
      beating.end().catch(() => {});
    };
    const beat = setInterval(() => {
      let isWaiting = true;
      // Read what has arrived first: this process may have been busy, not the database.
      const deadline = setTimeout(() => setImmediate(() => isWaiting && end()), heartbeatTimeout);
      void beating
        .query(heartbeat)
        .catch(() => undefined)
        .finally(() => {
          isWaiting = false;
          clearTimeout(deadline);
        });
    }, heartbeatEvery).unref();
    beating.once('end', () => clearInterval(beat));
  }

  function reconnect(): void {
    client = undefined;
    if (stopped || retry) return;
    retry = setTimeout(() => {
      retry = undefined;
      listening = listen().then(announceGap, reconnect);
    }, reconnectAfter);
  }

  function announceGap(): void {
    for (const name of emitter.eventNames()) emitter.emit(name);
  }

  function follow(name: string, listener: (...values: string[]) => void): () => void {
    emitter.on(name, listener);
    return () => void emitter.off(name, listener);
  }

  await listen();
  return {
    /** Calls the listener with the id of each new notification of an account; without one after a lost connection. */
    subscribe: (accountId: string, listener: Listener) => follow(`${channels.notification} ${accountId}`, listener),
    /** Calls the listener with each complaint of an MDA (null: any) that changed; without its id for one that they no longer see. */
    followComplaints({ mdaId, readerId, walls }: StaffReader, listener: Listener) {
      const filtered: ComplaintListener = (unit, unitBefore = '', id, recusedStaff = '', previouslyVisibleTo = '') => {
        const isBeyond = walls && unit !== undefined && !walls.includes(unit);
        if (isBeyond && !walls.includes(unitBefore)) return;
        if (isBeyond || previouslyVisibleTo.includes(readerId)) listener();
        else if (!recusedStaff.includes(readerId)) listener(id);
      };
      return follow(`${channels.complaint} ${mdaId ?? everyMda}`, filtered);
    },
    /** Calls the listener when others have a complaint of this MDA open. */
    followPresence: ({ mdaId, readerId, walls }: StaffReader, listener: (presence: Presence) => void) =>
      follow(`${channels.presence} ${mdaId ?? everyMda}`, (unit, recusedStaff = '', ...words) => {
        if (unit === undefined || words.length === 0 || recusedStaff.includes(readerId)) return;
        if (walls && !walls.includes(unit)) return;
        const presence = JSON.parse(words.join(' ')) as Presence;
        if (presence.person.id !== readerId) listener(presence);
      }),
    /** Calls the listener with the id of each session that ended; without one after a lost connection. */
    followSessionEnds: (listener: Listener) => follow(channels.sessionEnd, listener),
    /** Numbers the present connection; undefined while there is none. */
    connectionId: () => (client === undefined ? undefined : connections),
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(retry);
      // A connection that is being opened can be closed only once it is open.
      await listening;
      await client?.end();
    },
  };
}
