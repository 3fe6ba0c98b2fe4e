import { setImmediate } from 'node:timers/promises';

/** Visits rows in turn and yields to other requests before each: a thousand rows would otherwise block the server. */
export async function yielding<T>(rows: readonly T[], visit: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows) {
    await setImmediate();
    await visit(row);
  }
}
