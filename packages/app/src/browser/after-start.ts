/** Start of the app's code, in milliseconds since the page was requested. */
const startedAt = performance.now();
const firstScreenMs = 2000;

/** Runs once the first screen has had two seconds to load. Returns a function that cancels it. */
export function afterStart(run: () => void): () => void {
  const timer = setTimeout(run, startedAt + firstScreenMs - performance.now());
  return () => clearTimeout(timer);
}

/** Runs once the browser has painted and is idle. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari lacks requestIdleCallback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}

const touches = ['pointermove', 'pointerdown', 'keydown', 'input', 'click'] as const;
const firstTouch =
  typeof document === 'undefined'
    ? undefined
    : new Promise<void>((resolve) => {
        for (const touch of touches) document.addEventListener(touch, () => resolve(), { once: true, capture: true });
      });

/** Runs once somebody uses the page: a visit that only looks loads nothing more. Returns a function that cancels it. */
export function afterTouch(run: () => void): () => void {
  let isCancelled = false;
  void firstTouch?.then(() => isCancelled || run());
  return () => void (isCancelled = true);
}
