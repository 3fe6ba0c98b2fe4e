import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** What a serving process needs beyond the settings, which it reads itself. Never in its environment: others can see that. */
export interface Begin {
  readonly connection: pg.PoolConfig;
  /** In base64. */
  readonly secretKey: string;
}

/** The numbers of one process. */
export type Numbers = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What goes to a serving process. */
export type Order =
  | { readonly kind: 'begin'; readonly begin: Begin }
  | { readonly kind: 'stop' }
  | { readonly kind: 'numbers'; readonly id: string }
  | { readonly kind: 'text'; readonly id: string; readonly text: string };

/** What comes from it. */
export type Report =
  | { readonly kind: 'serving' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'numbers'; readonly id: string; readonly numbers: Numbers }
  | { readonly kind: 'ask text'; readonly id: string };

/** Questions to another process that wait for their answers. */
export class Questions<Answer> {
  readonly #open = new Map<string, (answer: Answer | undefined) => void>();

  /** Sends a question under a new id; `undefined` when no answer comes in time. */
  ask(send: (id: string) => void, milliseconds: number): Promise<Answer | undefined> {
    const id = randomUUID();
    return new Promise((resolve) => {
      const done = (answer: Answer | undefined) => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => done(undefined), milliseconds);
      this.#open.set(id, done);
      send(id);
    });
  }

  answer(id: string, answer: Answer): void {
    this.#open.get(id)?.(answer);
  }
}
