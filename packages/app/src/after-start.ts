/** When the app's code ran, in milliseconds since the page was asked for. */
const begun = performance.now();
const first = 2000;

/** Runs once the first screen has had two seconds to load. Returns what cancels it. */
export function afterStart(run: () => void): () => void {
  const timer = setTimeout(run, begun + first - performance.now());
  return () => clearTimeout(timer);
}
