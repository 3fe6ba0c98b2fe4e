import { setImmediate } from 'node:timers/promises';

/**
 * Visits rows one after the other and lets everybody else have a turn before each: a thousand rows that are looked at without
 * being changed would otherwise keep the server from answering anybody until the last.
 */
export async function yielding<T>(rows: readonly T[], visit: (row: T) => Promise<unknown>): Promise<void> {
  for (const row of rows) {
    await setImmediate();
    await visit(row);
  }
}
