/** When the app's code ran, in milliseconds since the page was asked for. */
const begun = performance.now();
const first = 2000;
const apart = 100;

let next = begun + first;

/** Runs once the first screen has had two seconds to load, apart from what else waits for that. Returns what cancels it. */
export function afterStart(run: () => void): () => void {
  const now = performance.now();
  const at = Math.max(now, next);
  next = at + apart;
  const timer = setTimeout(run, at - now);
  return () => clearTimeout(timer);
}

/** Whether the first screen still loads. */
export const isStarting = () => performance.now() < begun + first;
