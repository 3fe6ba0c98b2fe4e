/** The one source of the present moment: whatever depends on time takes a clock, so that a test can move it. */
export interface Clock {
  now(): Date;
}

/** The computer's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Moves the clock on (or back, when negative) by so many milliseconds. */
  advance(milliseconds: number): void;
}

/** Makes a clock for tests. */
export function manualClock(start: Date | string): ManualClock {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
