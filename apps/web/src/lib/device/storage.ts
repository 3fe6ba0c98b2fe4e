import * as database from 'idb-keyval';

/* The browser's database. A browser that refuses it may throw at once: these reject instead, as for any later failure. */
type Arguments<F extends (...args: never[]) => unknown> = Parameters<F>;
export const { createStore } = database;
export const get = async <T>(...args: Arguments<typeof database.get>) => database.get<T>(...args);
export const set = async (...args: Arguments<typeof database.set>) => database.set(...args);
export const del = async (...args: Arguments<typeof database.del>) => database.del(...args);
export const delMany = async (...args: Arguments<typeof database.delMany>) => database.delMany(...args);
export const clear = async (...args: Arguments<typeof database.clear>) => database.clear(...args);
export const keys = async (...args: Arguments<typeof database.keys>) => database.keys<string>(...args);
export const values = async <T>(...args: Arguments<typeof database.values>) => database.values<T>(...args);
export const entries = async <T>(...args: Arguments<typeof database.entries>) => database.entries<string, T>(...args);

const main = database.createStore('keyval-store', 'keyval');
const committing: database.UseStore = (mode, callback) =>
  main(mode, (store) => {
    const done = callback(store);
    store.transaction.commit();
    return done;
  });
/** Stores a value even while the page is left. That would undo an uncommitted write. */
export const setAtOnce = async (key: string, value: unknown) => database.set(key, value, committing);

/** Why the device stored nothing: no space, the browser does not allow it, or its database went away. */
export type StorageProblem = 'full' | 'refused' | 'lost';

const lost = new Set(['AbortError', 'InvalidStateError', 'TimeoutError', 'TransactionInactiveError', 'UnknownError']);

/** Returns why a write failed. */
export function storageProblem(error: unknown): StorageProblem {
  const { name = '' } = (error ?? {}) as { readonly name?: string };
  if (name === 'QuotaExceededError') return 'full';
  return lost.has(name) ? 'lost' : 'refused';
}

/** Does work that a browser may refuse, at once or later; undefined then. */
export async function attempt<T>(work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

/** Opens a channel to the other pages and the service worker; undefined where there are none or the browser refuses. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return typeof location === 'undefined' ? undefined : new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

type Work<T> = (isFree: boolean) => Promise<T>;

/** Runs work under a lock of all pages and the service worker; of this page alone where the browser refuses locks. */
export async function withLock<T>(name: string, options: LockOptions, work: Work<T>): Promise<T> {
  let hasBegun = false;
  const begin = (lock: Lock | null) => {
    hasBegun = true;
    return work(lock !== null);
  };
  try {
    return (await navigator.locks.request(name, options, begin)) as T;
  } catch (error) {
    if (hasBegun) throw error;
    return withOwnLock(name, options, work);
  }
}

const running = new Map<string, Promise<unknown>>();

async function withOwnLock<T>(name: string, { ifAvailable }: LockOptions, work: Work<T>): Promise<T> {
  const before = running.get(name);
  if (before && ifAvailable) return work(false);
  const own = Promise.resolve(before?.catch(() => undefined)).then(() => work(true));
  running.set(name, own);
  return own.finally(() => running.get(name) === own && running.delete(name));
}
