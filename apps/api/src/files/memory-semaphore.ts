import { malformed } from '../http/errors.ts';
import { unavailable } from '../http/service-errors.ts';

interface Waiting {
  readonly need: number;
  readonly enter: () => void;
}

/**
 * Shares a budget such as memory: work that does not fit waits in order.
 * Strictly first come, first served, or large work would never run.
 */
export class MemorySemaphore {
  readonly #whole: number;
  readonly #longestQueue: number;
  #free: number;
  #waiting: Waiting[] = [];

  constructor(whole: number, longestQueue: number) {
    this.#whole = whole;
    this.#free = whole;
    this.#longestQueue = longestQueue;
  }

  /**
   * Runs work when the budget allows; work larger than the budget runs alone.
   * @throws AppError 503 when too many wait, 400 when `gone` is aborted before the turn came.
   */
  async use<T>(asked: number, gone: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const need = Math.min(asked, this.#whole);
    await this.#enter(need, gone);
    try {
      return await work();
    } finally {
      this.#free += need;
      this.#letIn();
    }
  }

  async #enter(need: number, gone: AbortSignal | undefined): Promise<void> {
    if (gone?.aborted) throw hungUp();
    if (this.#waiting.length >= this.#longestQueue) throw unavailable();
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((it) => it !== waiting);
        reject(hungUp());
        // The next one may fit where this one did not.
        this.#letIn();
      };
      const enter = () => {
        gone?.removeEventListener('abort', leave);
        resolve();
      };
      const waiting = { need, enter };
      gone?.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#letIn();
    });
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && next.need <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.need;
      next.enter();
    }
  }
}

const hungUp = () => malformed('Whoever asked has hung up.');
