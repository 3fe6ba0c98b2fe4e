/** Replaces `idb-keyval` in tests without a browser; its stores last as long as the test file. */
export function device() {
  const main = new Map<string, unknown>();
  return {
    createStore: () => new Map<string, unknown>(),
    get: async (key: string, store = main) => store.get(key),
    // A store of the browser's kind stands for the main one.
    set: async (key: string, value: unknown, store?: unknown) =>
      void (store instanceof Map ? store : main).set(key, value),
    del: async (key: string, store = main) => void store.delete(key),
    delMany: async (keys: string[], store = main) => keys.forEach((key) => store.delete(key)),
    keys: async (store = main) => [...store.keys()],
    values: async (store = main) => [...store.values()],
    entries: async (store = main) => [...store.entries()],
    clear: async (store = main) => store.clear(),
  };
}
