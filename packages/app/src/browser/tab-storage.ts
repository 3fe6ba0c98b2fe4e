/** Storage of the tab, kept over a reload; where the browser blocks storage, until the page closes. */
const memory = new Map<string, string>();

export const tabStorage = {
  get(key: string): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return memory.get(key) ?? null;
    }
  },
  set(key: string, value: string): void {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      memory.set(key, value);
    }
  },
  remove(key: string): void {
    memory.delete(key);
    try {
      sessionStorage.removeItem(key);
    } catch {
      // Nothing can be in it.
    }
  },
};
