import { setTimeout as sleep } from 'node:timers/promises';

/** Collects what was not as it should be, so that one fault does not hide the next. */
export class Expectations {
  readonly faults: string[] = [];

  /** Answers what was asked for, or nothing when it was refused. */
  async succeeds<T>(what: string, ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask();
    } catch (error) {
      this.faults.push(`${what}: ${(error as Error).message}`);
      return undefined;
    }
  }

  async isRefused(what: string, code: string, ask: () => Promise<unknown>): Promise<void> {
    const answer = await ask().then(
      () => 'success',
      (error: { code?: string }) => error.code ?? String(error),
    );
    this.equals(what, answer, code);
  }

  equals(what: string, actual: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(actual), JSON.stringify(expected)];
    if (is !== should) this.faults.push(`${what}: ${is} instead of ${should}`);
  }
}

/**
 * Waits until a look finds something.
 * @throws Error when it finds nothing in so many milliseconds.
 */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined, patience = 90_000) {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(200)) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
  }
  throw new Error(`${what} does not happen within ${patience / 1000} seconds`);
}
