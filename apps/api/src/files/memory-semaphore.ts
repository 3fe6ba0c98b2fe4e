import { malformed } from '../http/errors.ts';
import { unavailable } from '../http/service-errors.ts';

interface Waiting {
  readonly need: number;
  readonly enter: () => void;
}

/**
 * Room for work that needs much of something, such as memory: whatever does not fit waits its turn. Who came first goes first,
 * also where somebody behind would fit already: what is large would else never have its turn.
 */
export class Room {
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
   * Does the work once there is room. What needs more than all of it is done alone.
   * @throws AppError 503 when too many wait, and 400 (to nobody) when `gone` is aborted before the turn came.
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
        // Somebody behind may fit where this one did not.
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
