import type { Clock } from '../../src/config/clock.ts';

/** A clock that stands still until moved. */
export interface ManualClock extends Clock {
  /** Moves the clock by a number of milliseconds, negative for back. */
  advance(milliseconds: number): void;
}

/** Creates a clock that the test moves. */
export function manualClock(start: Date | string): ManualClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
