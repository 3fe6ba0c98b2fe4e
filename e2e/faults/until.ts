import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls until a condition holds and returns its value.
 * @throws Error when it does not hold within `patience` milliseconds.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  patience = 90_000,
): Promise<T> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(200)) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
  }
  throw new Error(`${what} does not happen within ${patience / 1000} seconds`);
}
