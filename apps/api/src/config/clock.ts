/** Source of the present time; tests pass one that they can move. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until moved. */
export interface ManualClock extends Clock {
  /** Moves the clock by a number of milliseconds, negative for back. */
  advance(milliseconds: number): void;
}

/** Creates a clock for tests. */
export function manualClock(start: Date | string): ManualClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
