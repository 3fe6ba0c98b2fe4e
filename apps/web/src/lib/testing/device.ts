/** Stands for `idb-keyval` in tests that run without a browser: stores that live as long as the test file. */
export function device() {
  const stores = new Map<string, Map<string, unknown>>();
  const main = new Map<string, unknown>();
  const of = (store?: unknown) => (store as Map<string, unknown> | undefined) ?? main;
  return {
    createStore: (name: string) => {
      const store = stores.get(name) ?? new Map<string, unknown>();
      stores.set(name, store);
      return store;
    },
    get: async (key: string, store?: unknown) => of(store).get(key),
    set: async (key: string, value: unknown, store?: unknown) => {
      of(store).set(key, value);
    },
    del: async (key: string, store?: unknown) => {
      of(store).delete(key);
    },
    delMany: async (keys: string[], store?: unknown) => {
      for (const key of keys) of(store).delete(key);
    },
    keys: async (store?: unknown) => [...of(store).keys()],
    values: async (store?: unknown) => [...of(store).values()],
    entries: async (store?: unknown) => [...of(store).entries()],
    clear: async (store?: unknown) => of(store).clear(),
  };
}
