import { unavailable } from '../http/service-errors.ts';

/** Shares a budget such as memory or threads: work that does not fit waits in order, or large work would never run. */
export class Semaphore {
  readonly #whole: number;
  readonly #longestQueue: number;
  #free: number;
  readonly #waiting: { readonly need: number; readonly enter: () => void }[] = [];

  constructor(whole: number, longestQueue: number) {
    this.#whole = whole;
    this.#free = whole;
    this.#longestQueue = longestQueue;
  }

  /** Runs work when the budget allows; larger work runs alone. @throws AppError 503 when too many wait. */
  async use<T>(amount: number, work: () => Promise<T>): Promise<T> {
    if (this.#waiting.length >= this.#longestQueue) throw unavailable();
    const need = Math.min(amount, this.#whole);
    await new Promise<void>((enter) => {
      this.#waiting.push({ need, enter });
      this.#letIn();
    });
    try {
      return await work();
    } finally {
      this.#free += need;
      this.#letIn();
    }
  }

  #letIn(): void {
    for (let next = this.#waiting[0]; next && next.need <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.need;
      next.enter();
    }
  }
}
