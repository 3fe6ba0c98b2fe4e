import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { type Ledger, sha256 } from './ledger.ts';

/** Citizens who keep filing, whatever happens to the server. */
export interface Writers {
  /** Number of answers that were no success. */
  readonly failures: () => number;
  /** Ends once the server has acknowledged every complaint that was begun. */
  stop(): Promise<void>;
  /** Ends at once and gives up on unanswered requests. */
  leave(): Promise<void>;
}

interface Writing {
  readonly client: Client;
  readonly ledger: Ledger;
  readonly recording: Uint8Array;
  /** Part of every title. */
  readonly name: string;
  readonly count: number;
}

/**
 * Starts writers. Each complaint has an idempotency key, with which it is sent again until it is acknowledged, as one complaint.
 * Every second one carries a recording, every fourth is withdrawn.
 */
export function startWriters({ client, ledger, recording, name, count }: Writing): Writers {
  let [stopped, settling, failures] = [false, true, 0];
  const insist = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    for (const began = Date.now(); !stopped || (settling && Date.now() - began < 60_000);) {
      try {
        return await ask();
      } catch (error) {
        failures += 1;
        const { status = 0, message } = error as { status?: number; message: string };
        if (status >= 400 && status < 500 && status !== 429) throw new Error(`refused: ${message}`, { cause: error });
        await sleep(status === 429 ? 500 : 150);
      }
    }
    return undefined;
  };
  const writer = async (number: number) => {
    for (let n = 0; !stopped; n += 1) {
      const title = `${name}, writer ${number}, complaint ${n}`;
      const key = `faults-${crypto.randomUUID()}`;
      const sound = n % 2 === 0 ? recording : undefined;
      const id = await insist(() => client.file(key, title, sound));
      if (id === undefined) return;
      ledger.add({ id, title, by: client.email, sha256: sound ? sha256(sound) : null, state: 'submit' });
      if (n % 4 === 3) {
        const done = await insist(() => withdrawn(client, id));
        if (done) ledger.changed(id, 'withdraw');
      }
      await sleep(10);
    }
  };
  const ended = Promise.allSettled(Array.from({ length: count }, (_, number) => writer(number)));
  const end = async (settle: boolean) => {
    [stopped, settling] = [true, settle];
    for (const outcome of await ended) if (outcome.status === 'rejected') throw outcome.reason;
  };
  return { failures: () => failures, stop: () => end(true), leave: () => end(false) };
}

/** Withdraws a complaint; a second try after a lost answer finds it withdrawn. */
async function withdrawn(client: Client, id: string): Promise<true> {
  try {
    await client.withdraw(id);
  } catch (error) {
    if ((error as { code?: string }).code !== 'STATE_FORBIDS') throw error;
  }
  return true;
}

/** Phones that complain by SMS, whatever happens to the server. */
export interface Phones {
  /** Messages that were answered. */
  readonly answered: () => number;
  /** Tracking IDs by title. */
  readonly filed: ReadonlyMap<string, string>;
  /** Ends once each complaint that was begun is confirmed. */
  stop(): Promise<void>;
}

/** Starts phones, each of which files complaint after complaint from new numbers. A gateway repeats a message until it is answered. */
export function startPhones(channel: string, name: string, count: number): Phones {
  const filed = new Map<string, string>();
  let [stopped, answered, number] = [false, 0, 0];
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const say = async (from: string, text: string): Promise<string> => {
    const body = new URLSearchParams({ id: crypto.randomUUID(), from, text }).toString();
    for (;;) {
      const answer = await fetch(channel, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) }).then(
        (response) => (response.ok ? response.text() : ''),
        () => '',
      );
      if (answer !== '') {
        answered += 1;
        return answer;
      }
      await sleep(200);
    }
  };
  const phone = async () => {
    while (!stopped) {
      number += 1;
      const from = `+234803${String(1_000_000 + number)}`;
      const title = `${name} ${number}`;
      let answer = '';
      for (const text of ['hello', '0', title, 'Hill Road', '1']) answer = await say(from, text);
      filed.set(title, /SDP-\d\d-\w{6}/u.exec(answer)?.[0] ?? answer);
    }
  };
  const ended = Promise.all(Array.from({ length: count }, phone));
  return {
    answered: () => answered,
    filed,
    async stop() {
      stopped = true;
      await ended;
    },
  };
}
