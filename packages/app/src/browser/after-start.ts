/** When the app's code ran, in milliseconds since the page was asked for. */
const begun = performance.now();
const first = 2000;

/** Runs once the first screen has had two seconds to load. Returns what cancels it. */
export function afterStart(run: () => void): () => void {
  const timer = setTimeout(run, begun + first - performance.now());
  return () => clearTimeout(timer);
}

/** Runs once the browser has drawn what is due and has nothing to do. Returns what cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has none.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, 50);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1000 });
  return () => cancelIdleCallback(handle);
}
